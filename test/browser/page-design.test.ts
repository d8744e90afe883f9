import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";

const phone = {
  viewport: { width: 320, height: 568 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};

const wide = [
  "x".repeat(300),
  `https://example.com/${"y".repeat(300)}`,
  "```\n" + "z".repeat(300) + "\n```",
  `| ${"column | ".repeat(12)}\n|${"---|".repeat(12)}\n| ${"cell | ".repeat(12)}`,
].join("\n\n");

describe("the page on a phone", () => {
  it("never scrolls sideways", async ({ server, openPage }) => {
    server.model = { demo: true };
    server.onMessage = (stream) =>
      stream.reply({
        text: wide,
        steps: [
          {
            thought: "t".repeat(300),
            tool: "search",
            input: { query: "q".repeat(300) },
            observation: "o".repeat(300),
          },
        ],
      });
    const page = await openPage(phone);
    await page.getByText("What would you like to know?").waitFor();
    expect(await overflowOf(page)).toEqual([]);
    await send(page, "w".repeat(300));
    await page.getByText("1 step").click();
    await page.getByText("Observation").waitFor();
    expect(await overflowOf(page)).toEqual([]);
    await page.getByRole("button", { name: "New conversation" }).click();
    expect(await overflowOf(page)).toEqual([]);
  });

  it("does not zoom into its fields", async ({ server, openPage }) => {
    const page = await openPage({ ...phone, mayFail: true });
    const message = page.getByRole("textbox");
    expect(await fontSizeOf(message)).toBeGreaterThanOrEqual(16);
    server.password = "x";
    await page.reload();
    expect(
      await fontSizeOf(page.getByLabel("Password")),
    ).toBeGreaterThanOrEqual(16);
  });
});

describe("the message box", () => {
  it.for([
    ["by itself", true],
    ["with the script's help where the browser cannot", false],
  ] as const)("grows with its text %s", async ([, canGrow], { openPage }) => {
    const page = await openPage({
      prepare: async (opening) => {
        if (canGrow) return;
        await opening.addInitScript("CSS.supports = () => false");
        await opening.route("**/page-*.css", async (route) => {
          const response = await route.fetch();
          const style = await response.text();
          const body = style.replace("field-sizing:content", "");
          await route.fulfill({ response, body });
        });
      },
    });
    const box = page.getByRole("textbox");
    const heightOf = async () => (await box.boundingBox())?.height ?? 0;
    const small = await heightOf();
    await box.fill("one\ntwo\nthree\nfour");
    expect(await heightOf()).toBeGreaterThan(2 * small);
    await box.fill("line\n".repeat(200));
    expect(await heightOf()).toBeLessThan(400);
    await box.press("Enter");
    await page.getByText("You said: line").waitFor();
    expect(await heightOf()).toBe(small);
  });
});

describe("the button that copies an answer", () => {
  it("is below the answer's text, at its edge or next to the steps", async ({
    server,
    openPage,
  }) => {
    const steps = [
      { thought: "", tool: "search", input: "x", observation: "y" },
    ];
    server.onMessage = (stream, text) =>
      stream.reply({ text: "Yes.", steps: text === "plain" ? [] : steps });
    const page = await openPage();
    await send(page, "plain");
    await send(page, "searched");
    const plain = page.locator(".answer").first();
    const searched = page.locator(".answer").last();
    const copy = { name: "Copy answer" };
    const edge = await leftOfText(plain.getByText("Yes."));
    expect(await leftOfText(plain.getByRole("button", copy))).toBe(edge);

    const summary = searched.getByText("1 step");
    const { x = 0, width = 0 } = (await summary.boundingBox()) ?? {};
    expect(Math.round(x)).toBe(edge);
    const button = searched.getByRole("button", copy);
    expect(await leftOfText(button)).toBeGreaterThan(x + width + 8);
    // Open steps take a whole line.
    await summary.click();
    expect(await leftOfText(button)).toBe(edge);
  });
});

describe("the page's colours", () => {
  it("follow the reader's scheme", async ({ openPage }) => {
    const page = await openPage({ colorScheme: "light" });
    const body = page.locator("body");
    const readRed = async () =>
      Number(/\d+/.exec(await styleOf(body, "background-color"))?.[0]);
    expect(await readRed()).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await readRed()).toBeLessThan(50);
  });
});

describe("the page's movements", () => {
  it.for(["no-preference", "reduce"] as const)(
    "respect the wish for motion: %s",
    async (reducedMotion, { server, openPage }) => {
      server.onMessage = (stream) => stream.heartbeat();
      const page = await openPage({ reducedMotion });
      await send(page, "Hi");
      await page.getByText("Thinking…").waitFor();
      const running = await page.evaluate(
        () => document.getAnimations().length,
      );
      expect(running > 0).toBe(reducedMotion === "no-preference");
    },
  );
});

describe("the page's language", () => {
  it("is the browser's", async ({ openPage }) => {
    const page = await openPage({ locale: "zh-CN" });
    await page.getByRole("heading", { name: "想知道点什么？" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
    await page.getByRole("button", { name: "我是来来" }).click();
    await page.getByText("You said: 我是来来").waitFor();
  });

  it("is English if the browser has neither language", async ({ openPage }) => {
    const page = await openPage({ locale: "fr-FR" });
    await page.getByText("What would you like to know?").waitFor();
  });

  it("can be switched for the whole page, and is remembered", async ({
    server,
    openPage,
  }) => {
    server.onMessage = (stream) =>
      stream.reply({
        text: "Yes.",
        steps: [{ thought: "", tool: "search", input: "x", observation: "y" }],
      });
    const page = await openPage();
    await send(page, "Hi");
    await page.getByText("1 step").waitFor();
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByText("1 个步骤").click();
    await page.getByText("已搜索：x").waitFor();
    await page.getByRole("button", { name: "复制回答" }).waitFor();
    await page.getByRole("textbox", { name: "你的消息" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");

    await page.reload();
    await page.getByRole("heading", { name: "想知道点什么？" }).waitFor();
    const english = page.getByRole("button", { name: "English" });
    expect(await english.getAttribute("lang")).toBe("en");
    await english.click();
    await page.getByText("What would you like to know?").waitFor();
  });
});

describe("the page by keyboard", () => {
  it("is fully usable, with a visible focus", async ({ server, openPage }) => {
    server.onMessage = (stream) =>
      stream.reply({
        text: "See [this](https://example.com).\n\n```\ncode\n```",
        steps: [{ thought: "", tool: "search", input: "x", observation: "y" }],
      });
    const page = await openPage();
    await expect.poll(() => focused(page)).toBe("textarea Your message");
    await page.keyboard.type("Hi");
    await page.keyboard.press("Enter");
    await page.getByText("1 step").waitFor();
    expect(await focused(page)).toBe("textarea Your message");

    const order: string[] = [];
    for (let count = 0; count < 19; count += 1) {
      await page.keyboard.press("Shift+Tab");
      order.push(await focused(page));
      expect(await hasFocusRing(page)).toBe(true);
    }
    expect(order).toEqual([
      "button Attach files",
      "button Edit",
      "button Regenerate",
      "button Bad answer",
      "button Good answer",
      "button Copy answer",
      "summary 1 step",
      "pre code",
      "button Copy code",
      "a this",
      "div Conversation",
      "select Language",
      "select Colours",
      "button Actions for Hi",
      "button Hi",
      "input Search conversations",
      "button New conversation",
      "button 中文",
      "a Skip to the message box",
    ]);

    await page.getByText("Skip to the message box").focus();
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("textarea Your message");
    await page.getByText("1 step").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Searched: x").waitFor();
  });
});

/** Elements that overflow the screen outside any scroll container. */
function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const limit = clientWidth + 1;
    return [
      ...Array.from(document.querySelectorAll("body *"))
        .filter((element) => element.getBoundingClientRect().right > limit)
        .filter((element) => !element.closest("pre, .table, .visually-hidden"))
        .map((element) => element.outerHTML.slice(0, 80)),
      ...(scrollWidth > limit ? ["the page"] : []),
    ];
  });
}

function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  );
}

/** The rectangle of the text, without padding. */
function leftOfText(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  });
}

async function fontSizeOf(locator: Locator): Promise<number> {
  return Number.parseFloat(await styleOf(locator, "font-size"));
}

/** The focused element: its tag and its accessible name. */
function focused(page: Page): Promise<string> {
  return page.locator(":focus").evaluate((element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent;
    return `${element.localName} ${name.trim().replaceAll(/\s+/g, " ")}`;
  });
}

async function hasFocusRing(page: Page): Promise<boolean> {
  const focus = page.locator(":focus");
  const width = Number.parseFloat(await styleOf(focus, "outline-width"));
  return (await styleOf(focus, "outline-style")) !== "none" && width >= 2;
}
