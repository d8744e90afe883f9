import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { richMarkdown } from "../fixtures/rich-markdown.ts";
import { createAxeCheck, DESKTOP, PHONE } from "./axe-check.ts";
import { it } from "./chat-page.ts";
import type { FakeWebServer } from "./fake-web-server.ts";

const ANSWER = `${richMarkdown}
\`\`\`python
def f(x): return "<&>" if x else 1.5  # a comment
\`\`\`

A formula: \\[x = \\frac{a}{b}\\]

A note[^1].

[^1]: Its text.
`;

const reply = {
  text: ANSWER,
  steps: [
    {
      thought: "I look it up.",
      tool: "search",
      input: { query: "Oslo" },
      observation: "It is cold.",
    },
  ],
  sources: [{ title: "Oslo", url: "https://en.wikipedia.org/wiki/Oslo" }],
};

describe("the page has no axe violations", () => {
  it.for([
    ["en-US", "desktop", DESKTOP],
    ["en-US", "phone", PHONE],
    ["zh-CN", "desktop", DESKTOP],
    ["zh-TW", "phone", PHONE],
  ] as const)(
    "in any state, light or dark: %s, %s",
    { timeout: 180_000 },
    async ([locale, , device], { server, openPage }) => {
      server.password = "open sesame";
      server.model = { demo: true };
      server.conversations = [
        { number: 3, title: "Ada Lovelace", at: 2_000_000_000_000 },
        { number: 0, title: "Sums", at: 1_900_000_000_000 },
      ];
      const page = await openPage({
        ...device,
        locale,
        colorScheme: "light",
        reducedMotion: "reduce",
        mayFail: true,
      });
      const { found, check } = createAxeCheck(page);
      await walk({ page, server, check, isPhone: device === PHONE });
      expect(found).toEqual([]);
    },
  );
});

/** Visits the page's states, independently of its language. */
async function walk({
  page,
  server,
  check,
  isPhone,
}: {
  page: Page;
  server: FakeWebServer;
  check: (state: string) => Promise<void>;
  isPhone: boolean;
}): Promise<void> {
  const password = page.locator("input[type=password]");
  const box = page.locator("#message");
  const say = async (text: string) => {
    await box.fill(text);
    await page.locator("#send").click();
  };

  await password.waitFor();
  await check("gate");
  await password.fill("wrong");
  await password.press("Enter");
  await page.locator(".field-problem:not(:empty)").waitFor();
  await check("wrong password");
  await password.fill("open sesame");
  await password.press("Enter");
  await page.locator("#welcome").waitFor();
  await check("empty");

  server.onMessage = (stream) => stream.waiting(30);
  await say("Wait");
  await page.locator("[data-progress=retrying] button").waitFor();
  await check("waiting for a retry");
  await page.reload();
  await box.waitFor();

  await page.locator("#file").setInputFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Tea") },
    { name: "a.zip", mimeType: "application/zip", buffer: Buffer.from("\0") },
  ]);
  await page.locator("#file-problem:not(:empty)").waitFor();
  await check("files");
  server.onMessage = (stream) => stream.reply(reply);
  await say("What is it like in Oslo?");
  await page.locator("math").last().waitFor();
  await page.locator(".hljs-keyword").last().waitFor();
  for (const fold of await page.locator("details summary").all())
    await fold.click();
  await check("answer with steps and sources");
  await page.locator(".thumb").last().click();
  await page.locator(".reason").waitFor();
  await check("asked for a reason");
  await page.keyboard.press("Escape");
  const actions = page.locator(".answer footer > button");
  await actions.nth(-2).click();
  await page.locator(".versions").waitFor();
  await check("another version");
  await actions.last().click();
  await page.locator("#editing").waitFor();
  await check("editing");
  await page.keyboard.press("Escape");

  server.onMessage = (stream) =>
    stream.error({ title: "Parley could not answer.", detail: "Later." });
  await say("Fail");
  await page.locator(".problem").waitFor();
  await check("failed");
  server.isDown = true;
  await say("Lost");
  await page.locator(".problem").nth(1).waitFor();
  await check("not sent");
  server.isDown = false;
  await box.fill("x".repeat(32_000));
  await box.press("x");
  await check("too long");
  await box.fill("");

  if (isPhone) await page.locator("#menu").click();
  await page.locator("#sign-out").waitFor();
  await check("sidebar");
  const menus = page.locator("#conversations [aria-haspopup]");
  const items = page.locator("[role=menuitem]:visible");
  await menus.first().click();
  await items.first().waitFor();
  await check("menu");
  await items.first().click();
  await page.locator("#conversations input").waitFor();
  await check("renaming");
  await page.keyboard.press("Escape");
  await page.locator("#search").fill("nothing");
  await page.locator("#no-conversations:not(:empty)").waitFor();
  await check("nothing found");
  const excerpt = "…she said…";
  server.matches = [{ number: 0, turn: "t1", role: "user", excerpt, at: 1 }];
  await page.locator("#search").fill("said");
  await page.locator(".match").waitFor();
  await check("found messages");
  await page.locator("#search").fill("");
  await menus.last().click();
  await items.last().click();
  await page.locator("#toast button").waitFor();
  await check("deleted");
  server.problem = {
    status: 503,
    slug: "unavailable",
    title: "Not now",
    detail: "In a minute.",
  };
  await page.reload();
  await page.getByRole("alert").waitFor();
  await check("server away");
}
