import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDescriptionRoutes } from "../../src/http/description/routes.ts";
import { readBuiltAsset } from "../fakes/read-built-asset.ts";
import { listen, type ListeningServer } from "../stubs/listen.ts";
import { launchChromium } from "./launch-chromium.ts";

let server: ListeningServer;
let browser: Browser;

beforeAll(async () => {
  server = await listen((request, response) => void answer(request, response));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function answer(
  { url = "", headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (url.startsWith("/assets/")) {
    response.writeHead(200, { "content-type": "text/javascript" });
    response.end(await readFile(join("dist/public", url)));
    return;
  }
  const page = await createDescriptionRoutes({
    readAsset: readBuiltAsset,
  }).request(`http://${headers.host}${url}`);
  response.writeHead(page.status, Object.fromEntries(page.headers));
  response.end(await page.text());
}

/**
 * Opens the page; fails for any error or warning in its console and any request
 * to another server.
 */
async function read(
  { hash = "", ...options }: BrowserContextOptions & { hash?: string },
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "info") problems.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && !url.startsWith(server.url))
      problems.push(url);
  });
  await page.goto(`${server.url}/docs${hash}`);
  await page.getByText("Send a message").first().waitFor({ state: "attached" });
  await check(page);
  await page.close();
  expect(problems).toEqual([]);
}

describe("the reference of the API", () => {
  it("never scrolls sideways on a phone", () =>
    read({ viewport: { width: 320, height: 640 } }, async (page) => {
      const width = await page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      expect(width).toBe(320);
    }));

  it.for(["light", "dark"] as const)(
    "has a contrast of 4.5:1 everywhere: %s",
    (scheme) =>
      read({ colorScheme: scheme }, async (page) => {
        const axe = new AxeBuilder({ page })
          .setLegacyMode()
          .withRules("color-contrast");
        const { violations } = await axe.analyze();
        expect(violations.flatMap(({ nodes }) => nodes)).toEqual([]);
      }),
  );

  it("finds an operation by its name", () =>
    read({}, async (page) => {
      await page
        .getByRole("button", { name: /search/i })
        .first()
        .click();
      await page.keyboard.type("delete a conv");
      await page
        .getByRole("option", { name: /Delete a conversation/ })
        .first()
        .click();
      await page
        .getByRole("heading", { name: "Delete a conversation" })
        .first()
        .waitFor();
      expect(page.url()).toContain("#");
    }));

  it("names this deployment in its samples", () =>
    read({ hash: "#tag/messages/POST/v1/messages" }, async (page) => {
      const sample = page.locator("code", {
        hasText: `curl ${server.url}/v1/messages`,
      });
      await sample.first().waitFor();
      expect(await page.getByText("parley.example.com").count()).toBe(0);
    }));

  it("sends a request from the page, and shows the answer", () =>
    read({ hash: "#tag/deployment/GET/openapi.json" }, async (page) => {
      await page.getByRole("button", { name: /Test Request.*openapi/ }).click();
      const answered = page.waitForResponse(/openapi\.json$/);
      await page.getByRole("button", { name: "Send Request" }).last().click();
      expect((await answered).status()).toBe(200);
      await page.getByText("200 OK").first().waitFor();
    }));
});
