import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEVELOPMENT_KEY } from "../e2e/development-key.ts";
import { startWranglerDev, type WranglerDev } from "../e2e/wrangler-dev.ts";
import { launchChromium } from "./launch-chromium.ts";

let dev: WranglerDev;
let browser: Browser;

beforeAll(async () => {
  dev = await startWranglerDev();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await dev?.close();
});

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox").fill(text);
  await page.keyboard.press("Enter");
}

describe("the page of wrangler dev", () => {
  it("calculates, remembers across restart and reload, and separates conversations", async () => {
    const page = await browser.newPage({ locale: "en-US" });
    const problems: string[] = [];
    page.on(
      "console",
      (message) => message.type() === "error" && problems.push(message.text()),
    );
    page.on("pageerror", (error) => problems.push(String(error)));
    page.setDefaultTimeout(20_000);
    const log = page.getByRole("log");
    await page.goto(`${dev.url}/?token=${DEVELOPMENT_KEY}`);
    expect(page.url()).toBe(`${dev.url}/`);
    await page.getByText("demo model").first().waitFor();

    await say(page, "What is 12.5% of 80.16 * 3?");
    await log.getByText("= 30.06").waitFor();
    await log.getByText("1 step").click();
    await log.getByText("calculator", { exact: true }).waitFor();

    await say(page, "I am Lai Lai");
    await log.getByText("Nice to meet you").waitFor();
    expect(problems).toEqual([]);
    await dev.kill();
    await dev.restart();
    await page.reload();
    await log.getByText("= 30.06").waitFor();
    await say(page, "who am I?");
    await log.getByText(/You are Lai Lai/i).waitFor();

    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByText("What would you like to know?").waitFor();
    await say(page, "who am I?");
    await log.getByText(/know/).first().waitFor();
    expect(await log.textContent()).not.toContain("Lai Lai");
    await page
      .getByRole("button", { name: "What is 12.5% of 80.16 * 3?", exact: true })
      .click();
    await log.getByText("= 30.06").waitFor();
    await page.close();
  });

  it("keeps versions of a message with a file, also across a reload", async () => {
    const page = await browser.newPage({ locale: "en-US" });
    page.setDefaultTimeout(20_000);
    const log = page.getByRole("log");
    const button = (name: string) => log.getByRole("button", { name });
    await page.goto(`${dev.url}/?token=${DEVELOPMENT_KEY}`);
    await page.getByRole("button", { name: "New conversation" }).click();
    const buffer = Buffer.from("The number is 17.");
    await page
      .locator("#file")
      .setInputFiles({ name: "number.txt", mimeType: "text/plain", buffer });
    await say(page, "What is 2 + 2?");
    await log.getByText("= 4").waitFor();
    await say(page, "What is 3 + 3?");
    await log.getByText("= 6").waitFor();
    await page.reload();

    await button("Regenerate").first().click();
    const version = (number: number, of: number) =>
      log.getByRole("group", { name: `Version ${number} of ${of}` });
    await version(2, 2).waitFor();
    await log.getByText("number.txt").waitFor();
    expect(await log.getByText("= 6").count()).toBe(0);

    await button("Edit").click();
    await page.getByRole("textbox").fill("What is 4 + 4?");
    await page.keyboard.press("Enter");
    await log.getByText("= 8").waitFor();
    await log.getByText("number.txt").waitFor();
    await version(3, 3).waitFor();

    await button("Previous version").click();
    await version(2, 3).waitFor();
    await page.keyboard.press("Enter");
    await version(1, 3).waitFor();
    await log.getByText("= 6").waitFor();
    await page.locator("#to-latest").waitFor({ state: "hidden" });
    await page.reload();
    await version(1, 3).waitFor();
    await log.getByText("= 6").waitFor();
    await page.close();
  });
});
