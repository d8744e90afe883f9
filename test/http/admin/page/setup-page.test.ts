import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createAxeCheck, DESKTOP, PHONE } from "../../../browser/axe-check.ts";
import { it } from "../../../browser/chat-page.ts";
import { createAnsweringApp } from "../../../fakes/answering-app.ts";
import { DEVELOPMENT_TOKEN } from "../../../fixtures/development-token.ts";
import { DEPLOYMENT_SECRET } from "../../../fixtures/secrets.ts";
import { startOAuthServer } from "../../../stubs/oauth-server.ts";
import { openServedPage } from "../../../stubs/open-served-page.ts";
import { startTelegramServer } from "../../../stubs/telegram-server.ts";

const KEY = "k3Jx0vQm9Zr7Tn2Wc5Lb8Hd1Yf4Gs6Pa";

describe("/setup", () => {
  it.for([
    ["en-US", "desktop", DESKTOP],
    ["zh-CN", "phone", PHONE],
  ] as const)(
    "has no axe violations in light or dark: %s, %s",
    { timeout: 120_000 },
    async ([locale, , device], { browser }) => {
      await using site = await openSite(browser, { ...device, locale });
      const { page, start } = site;
      const { found, check } = createAxeCheck(page);

      start({});
      await page.goto(`${site.url}/setup`);
      await page.locator("h2").waitFor();
      await check("closed");

      start({ ADMIN_API_KEY: KEY });
      await page.reload();
      await submit(page, "wrong");
      await page.getByRole("alert").waitFor();
      await check("wrong key");
      await submit(page, KEY);
      await page.locator("section").nth(5).waitFor();
      await check("nothing configured");

      start(site.configured);
      await page.reload();
      await page.getByText("@parley_test_bot").first().waitFor();
      await submitAll(page);
      await page.locator("p.answer").waitFor();
      await page.locator("p.bad").nth(2).waitFor();
      await check("configured, with a model that cannot be reached");

      await site.telegram.close();
      start(site.configured, { status: "failed", reply: "糟了。" });
      await page.reload();
      await page.locator("p.bad").nth(1).waitFor();
      await submitAll(page);
      await page.locator("p.bad").nth(3).waitFor();
      await check("errors");

      start(undefined);
      await page.reload();
      await page.getByRole("alert").waitFor();
      await check("deployment away");

      start({}, {}, DEVELOPMENT_TOKEN);
      await page.goto(`${site.url}/setup#token=${DEVELOPMENT_TOKEN}`);
      await page.reload();
      await page.locator("section").nth(5).waitFor();
      await check("development");

      expect(found).toEqual([]);
      expect(site.problems).toEqual([]);
    },
  );
});

it("an operator signs in at a tool server, and out", async ({ browser }) => {
  await using site = await openSite(browser, { ...PHONE, locale: "en-US" });
  const shop = await startOAuthServer();
  await using _ = { [Symbol.asyncDispose]: shop.close };
  const { page, start } = site;
  const { found, check } = createAxeCheck(page);
  start({
    ADMIN_API_KEY: KEY,
    PARLEY_SECRET: DEPLOYMENT_SECRET,
    PUBLIC_URL: "https://bot.example",
    MCP_SERVERS: JSON.stringify({
      shop: { url: shop.url, auth: "deployment" },
      mail: { url: shop.url, auth: "person" },
    }),
  });
  await page.goto(`${site.url}/setup#token=${KEY}`);
  await page.getByText("Nobody is signed in").waitFor();
  expect(page.url()).not.toContain(KEY);
  await check("signed out");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Signed in as ann@shop.example").waitFor();
  await check("signed in");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Nobody is signed in").waitFor();
  expect(found).toEqual([]);
  expect(site.problems).toEqual([]);
});

/**
 * A deployment that can be restarted with other settings, and a page that is
 * not open yet.
 */
async function openSite(browser: Browser, options: BrowserContextOptions) {
  type Given = Parameters<typeof createAnsweringApp>;
  let app: ReturnType<typeof createAnsweringApp>["app"] | undefined;
  const served = await openServedPage(browser, options, (request) => {
    if (app === undefined && new URL(request.url).pathname !== "/setup")
      throw new Error("The deployment is away.");
    return (app ?? createAnsweringApp({}).app).fetch(request, {
      clientAddress: "203.0.113.7",
    });
  });
  const telegram = await startTelegramServer();
  return {
    ...served,
    telegram,
    configured: {
      ADMIN_API_KEY: KEY,
      OPENAI_API_KEY: "sk-of-the-owner",
      OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
      OPENAI_MODLE: "misspelled",
      TOOLS: "search,read_page,calculator,current_time",
      WEBHOOK_API_KEYS: "shop:w8Qz2mVb6Kc0Rn4Xp1Tj7Ld5Hs3Fg9Yu",
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_WEBHOOK_SECRET: "w8Qz2mVb6Kc0Rn4Xp1Tj7Ld5Hs3Fg9Yv",
      TELEGRAM_API_ROOT: telegram.url,
    },
    /** @param settings `undefined`: no response */
    start: (
      settings: Given[0] | undefined,
      outcome?: Given[2],
      token?: string,
    ): void => {
      app = settings && createAnsweringApp(settings, token, outcome).app;
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await telegram.close().catch(() => {});
    },
  };
}

async function submit(page: Page, text: string): Promise<void> {
  await page.locator("input").fill(text);
  await page.locator("form button").click();
}

async function submitAll(page: Page): Promise<void> {
  for (const button of await page.locator("form button").all())
    await button.click();
}
