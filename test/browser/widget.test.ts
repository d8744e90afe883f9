import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import type {
  Browser,
  BrowserContextOptions,
  FrameLocator,
  Page,
} from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWranglerDev, type WranglerDev } from "../e2e/wrangler-dev.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";
import { createAxeCheck, PHONE } from "./axe-check.ts";
import { launchChromium } from "./launch-chromium.ts";

const IDENTITY_SECRET = "secret-of-parley-and-the-shop-alone-in-tests";

const servers: Server[] = [];
let dev: WranglerDev;
let browser: Browser;
/** A listed site; another than Parley's, which is on `localhost`. */
let siteUrl = "";
let otherUrl = "";

beforeAll(async () => {
  [siteUrl, otherUrl] = await Promise.all([serveShop(), serveShop()]);
  dev = await startWranglerDev({
    variables: {
      WEB_EMBED_ORIGINS: siteUrl,
      WEB_IDENTITY_SECRET: IDENTITY_SECRET,
      PARLEY_SECRET: DEPLOYMENT_SECRET,
    },
  });
  // As browsers that people use do.
  browser = await launchChromium(["--test-third-party-cookie-phaseout"]);
});
afterAll(async () => {
  await browser?.close();
  await dev?.close();
  for (const server of servers) server.close();
});

/** Serves a page whose query has the attributes of the script's element. */
async function serveShop(): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://shop");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(shopPage(searchParams.get("script") ?? ""));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function shopPage(attributes: string): string {
  return `<!doctype html>
<html lang="en">
<title>Shop</title>
<meta name="viewport" content="width=device-width">
<main><h1>Shop</h1><input aria-label="Search the shop" autofocus></main>
<script src="${dev.url}/embed.js" async ${attributes}></script>
</html>`;
}

interface Visit {
  readonly page: Page;
  /** The chat in the frame. */
  readonly chat: FrameLocator;
  /** Addresses of Parley's that were requested. */
  readonly requests: readonly string[];
}

async function visit(
  attributes = "",
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const requests: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === dev.url) requests.push(pathname);
  });
  await page.goto(`${siteUrl}/?script=${encodeURIComponent(attributes)}`);
  return { page, chat: page.frameLocator("iframe"), requests };
}

const openChat = (page: Page) =>
  page.getByRole("button", { name: "Chat", exact: true }).click();

async function say({ chat }: Visit, text: string): Promise<void> {
  await chat.getByRole("textbox").fill(text);
  await chat.getByRole("textbox").press("Enter");
}

const identify = (page: Page, sub: string, name: string) =>
  new SignJWT({ name })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(sub)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(IDENTITY_SECRET))
    .then((token) =>
      page.evaluate(
        (jwt) =>
          (
            globalThis as unknown as {
              parley: { identify: (token: string) => void };
            }
          ).parley.identify(jwt),
        token,
      ),
    );

/** Calls what the script offers to the site's own code. */
const callParley = (page: Page, method: "open" | "close" | "logout") =>
  page.evaluate(
    (name) =>
      (globalThis as unknown as { parley: Record<string, () => void> }).parley[
        name
      ]?.(),
    method,
  );

describe("the chat in a site", () => {
  it("loads its script alone, and leaves focus and cookies as they are, until it is opened", async () => {
    const { page, requests } = await visit();
    const launcher = page.getByRole("button", { name: "Chat", exact: true });
    await launcher.waitFor();
    expect(requests).toEqual(["/embed.js"]);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe(
      "INPUT",
    );
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  it("keeps a stranger's conversation over a reload, with the cookies and storage of other sites blocked", async () => {
    const visitor = await visit();
    const { page, chat } = visitor;
    await openChat(page);
    await say(visitor, "I am Lai Lai");
    await chat.getByText("Nice to meet you").waitFor();
    await page.reload();
    await openChat(page);
    await chat.getByText("Nice to meet you").waitFor();
    await page.context().close();
  });

  it("opens and closes by keyboard, with the focus in the right place", async () => {
    const { page, chat } = await visit();
    const launcher = page.getByRole("button", { name: "Chat", exact: true });
    await launcher.focus();
    await page.keyboard.press("Enter");
    const box = chat.getByRole("textbox");
    await box.waitFor();
    await expect
      .poll(() => box.evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Escape");
    await page.locator("iframe").waitFor({ state: "hidden" });
    expect(
      await launcher.evaluate((button) => {
        const root = button.getRootNode() as ShadowRoot;
        return root.activeElement === button;
      }),
    ).toBe(true);
    await page.context().close();
  });

  it("shows each person their own conversation, on one browser and without a reload of the site", async () => {
    const visitor = await visit();
    const { page, chat } = visitor;
    await page.getByRole("button", { name: "Chat", exact: true }).waitFor();
    await callParley(page, "open");
    await say(visitor, "I am Stranger");
    await chat.getByText("Nice to meet you").waitFor();

    await identify(page, "customer-1", "Zoe");
    await chat.getByText("What would you like to know?").waitFor();
    await say(visitor, "I am Zoe");
    await chat.getByText("Nice to meet you, Zoe").waitFor();

    await chat.getByRole("button", { name: "New conversation" }).click();
    await chat.getByText("What would you like to know?").waitFor();
    await chat.getByRole("textbox").fill("a secret of Zoe");

    await identify(page, "customer-2", "Bob");
    await chat.getByText("What would you like to know?").waitFor();
    expect(await chat.getByRole("textbox").inputValue()).toBe("");
    expect(await chat.locator("body").innerText()).not.toContain("Zoe");

    await callParley(page, "logout");
    await chat.getByText("What would you like to know?").waitFor();
    expect(await chat.locator("body").innerText()).not.toMatch(/Zoe|Stranger/);

    await identify(page, "customer-1", "Zoe");
    await chat.getByText("Nice to meet you, Zoe").waitFor();
    await chat.getByRole("button", { name: "Conversations" }).click();
    await chat.getByRole("button", { name: "I am Zoe", exact: true }).waitFor();
    await chat.getByRole("button", { name: "Actions for I am Zoe" }).click();
    await chat.getByRole("menuitem", { name: "Delete" }).waitFor();
    await callParley(page, "close");
    await page.locator("iframe").waitFor({ state: "hidden" });
    await page.context().close();
  });

  it("is shown on listed sites alone", async () => {
    const { page } = await visit();
    await page.goto(otherUrl);
    await openChat(page);
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toContain("chrome-error://chromewebdata/");
    await page.context().close();
  });

  it("takes title, greeting, language and side from the script's attributes, and passes axe, on a phone", async () => {
    const { page, chat } = await visit(
      'data-title="客服" data-language="zh-CN" data-position="left" data-greeting="你好，想问什么？" data-color="#ffcc00"',
      PHONE,
    );
    const { found, check } = createAxeCheck(page);
    const launcher = page.getByRole("button", { name: "客服", exact: true });
    const place = await launcher.boundingBox();
    expect(place?.x).toBeLessThan(40);
    await check("closed");
    await launcher.click();
    await chat.getByText("你好，想问什么？").waitFor();
    const panel = await page.getByRole("dialog").boundingBox();
    expect(panel).toMatchObject({ x: 0, y: 0, width: PHONE.viewport.width });
    await check("open");
    expect(found).toEqual([]);
    await page.getByRole("button", { name: "关闭聊天" }).click();
    await page.locator("iframe").waitFor({ state: "hidden" });
    await page.context().close();
  });
});
