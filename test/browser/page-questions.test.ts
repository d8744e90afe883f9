import { expect } from "vitest";
import { createAxeCheck, DESKTOP } from "./axe-check.ts";
import { it, send } from "./chat-page.ts";

const APPROVAL = {
  kind: "approval" as const,
  buttons: [
    { label: "Run it once", text: "approve 7k2m9q" },
    { label: "Do not run it", text: "refuse 7k2m9q" },
  ],
};
const CHOICE = {
  kind: "choice" as const,
  buttons: [
    { label: "Red", text: "choose 4h8xyz 1" },
    { label: "Blue", text: "choose 4h8xyz 2" },
  ],
};

it("shows the buttons of a question, sends what was chosen by keyboard, and is rid of them", async ({
  server,
  openPage,
}) => {
  const asked = [APPROVAL, CHOICE];
  server.onMessage = (stream, text) => {
    const question = asked.shift();
    stream.reply({ text: `You said: ${text}`, ...(question && { question }) });
  };
  const page = await openPage(DESKTOP);
  const box = page.getByRole("textbox", { name: "Your message" });
  const buttons = page
    .getByRole("list", { name: "Answer the question" })
    .getByRole("button");
  await send(page, "Cancel my order");
  await buttons.first().waitFor();
  expect(await buttons.allInnerTexts()).toEqual([
    "Run it once",
    "Do not run it",
  ]);
  const axe = createAxeCheck(page);
  await axe.check("a question");
  expect(axe.found).toEqual([]);

  await buttons.first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  // What a person reads is the label; the code is only sent.
  await page.getByText("Do not run it", { exact: true }).waitFor();
  await page.getByText("You said: refuse 7k2m9q").waitFor();
  expect(await buttons.allInnerTexts()).toEqual(["Red", "Blue"]);
  expect(await box.evaluate((one) => one === document.activeElement)).toBe(
    true,
  );

  await buttons.first().click();
  await page.getByText("You said: choose 4h8xyz 1").waitFor();
  expect(await buttons.count()).toBe(0);
});
