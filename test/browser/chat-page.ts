import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { startFakeWebServer, type FakeWebServer } from "./fake-web-server.ts";
import { launchChromium } from "./launch-chromium.ts";

export interface OpenPageOptions extends BrowserContextOptions {
  /**
   * The test provokes failed requests, which the browser logs in its console.
   */
  readonly mayFail?: boolean;
  /** Another host that the page may request. */
  readonly otherHost?: string;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

interface Fixtures {
  readonly browser: Browser;
  readonly server: FakeWebServer;
  /**
   * Opens the chat in a new browser. After the test, fails it for any error in
   * the console (which includes violations of the content security policy) and
   * any request to another host.
   */
  readonly openPage: (options?: OpenPageOptions) => Promise<Page>;
}

/** A test with a scripted server and a browser. */
export const it = test.extend<Fixtures>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to see what a fixture needs.
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],

  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await startFakeWebServer();
    await use(server);
    await server.close();
  },

  openPage: async ({ browser, server }, use) => {
    const problems: string[] = [];
    const pages: Page[] = [];
    await use(
      async ({ mayFail = false, otherHost, prepare, ...options } = {}) => {
        const context = await browser.newContext({
          locale: "en-US",
          ...options,
        });
        const page = await context.newPage();
        page.setDefaultTimeout(10_000);
        pages.push(page);
        page.on("pageerror", (error) => problems.push(String(error)));
        page.on("console", (message) => {
          const isFailure = message
            .text()
            .startsWith("Failed to load resource");
          if (message.type() === "error" && !(mayFail && isFailure)) {
            problems.push(message.text());
          }
        });
        page.on("request", (request) => {
          const url = request.url();
          const isOurs = [server.url, "data:", otherHost ?? server.url].some(
            (beginning) => url.startsWith(beginning),
          );
          if (!isOurs) {
            problems.push(`Request to another host: ${url}`);
          }
        });
        await prepare?.(page);
        await page.goto(server.url);
        return page;
      },
    );
    await Promise.all(pages.map((page) => page.context().close()));
    expect(problems).toEqual([]);
  },
});

/** Writes a message and sends it with Enter. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox").fill(text);
  await page.getByRole("textbox").press("Enter");
}

/**
 * Has a message answered with this Markdown, and waits until it is whole. It may
 * be plain text until the parser is loaded.
 */
export async function show(
  server: FakeWebServer,
  page: Page,
  text: string,
): Promise<void> {
  server.onMessage = (stream) => stream.reply({ text });
  const copy = page.getByRole("button", { name: /^(Copy answer|复制回答)$/ });
  const before = await copy.count();
  await send(page, "show");
  await copy.nth(before).waitFor();
}
