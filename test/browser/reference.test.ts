import type { IncomingMessage, ServerResponse } from "node:http";
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDescriptionRoutes } from "../../src/channels/description/routes.ts";
import { listen, type ListeningServer } from "../stubs/listen.ts";

let server: ListeningServer;
let browser: Browser;

beforeAll(async () => {
  server = await listen((request, response) => void answer(request, response));
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
    ],
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function answer(
  { url = "", headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const page = await createDescriptionRoutes().request(
    `http://${headers.host}${url}`,
  );
  response.writeHead(page.status, Object.fromEntries(page.headers));
  response.end(await page.text());
}

/** Reads the page, and fails for any error in its console and any request but the one for the page. */
async function read(
  language: "en" | "zh",
  options: BrowserContextOptions,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(10_000);
  const address = `${server.url}/docs?lang=${language}`;
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => problems.push(message.text()));
  page.on("request", (request) => {
    const url = request.url().replace(/#.*/, "");
    if (url !== address && !url.startsWith("data:")) problems.push(url);
  });
  await page.goto(address);
  await check(page);
  await page.close();
  expect(problems).toEqual([]);
}

const languages = ["en", "zh"] as const;

describe("the reference of the API", () => {
  it.for(languages)("never scrolls sideways on a phone: %s", (language) =>
    read(language, { viewport: { width: 320, height: 640 } }, async (page) => {
      const width = await page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      expect(width).toBe(320);
    }),
  );

  it.for([375, 1440])(
    "reads without its script, %d pixels wide: every place in its contents is there",
    (width) =>
      read(
        "en",
        { javaScriptEnabled: false, viewport: { width, height: 800 } },
        async (page) => {
          const contents = page.getByRole("navigation", { name: "Contents" });
          const link = contents.getByRole("link", { name: "Send a message" });
          if (width < 1000) {
            expect(await link.isVisible()).toBe(false);
            await contents.getByText("Contents").click();
          }
          await link.click();
          const heading = page.getByRole("heading", { name: "Send a message" });
          const { y = -1 } = (await heading.boundingBox()) ?? {};
          // Not below the bar at the top.
          expect(y).toBeGreaterThanOrEqual(48);
          expect(y).toBeLessThan(200);
        },
      ),
  );

  it.for(
    languages.flatMap((language) =>
      (["light", "dark"] as const).map((scheme) => [language, scheme] as const),
    ),
  )("has a contrast of 4.5:1 everywhere: %s, %s", ([language, scheme]) =>
    read(language, { colorScheme: scheme }, async (page) => {
      const faint = await page.evaluate(findFaintTexts);
      expect(faint).toEqual([]);
    }),
  );

  it("has landmarks, and headings in their order", () =>
    read("en", {}, async (page) => {
      for (const role of ["banner", "navigation", "main"] as const)
        expect(await page.getByRole(role).count()).toBe(1);
      const levels = await page
        .getByRole("heading")
        .evaluateAll((headings) =>
          headings.map(({ tagName }) => Number(tagName.slice(1))),
        );
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      const jumps = levels.filter(
        (level, index) => level - (levels[index - 1] ?? 0) > 1,
      );
      expect(jumps).toEqual([]);
    }));

  it("lets the keyboard skip its contents", () =>
    read("en", {}, async (page) => {
      await page.keyboard.press("Tab");
      const skip = page.getByRole("link", { name: "Skip to the content" });
      expect(await skip.evaluate((link) => link.matches(":focus"))).toBe(true);
      expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      const isInside = await page.evaluate(
        () => document.activeElement?.closest("main") !== null,
      );
      expect(isInside).toBe(true);
    }));

  it("copies an example whole", () =>
    read(
      "en",
      { permissions: ["clipboard-read", "clipboard-write"] },
      async (page) => {
        const figure = page.getByRole("figure").first();
        const example = await figure.locator("code").textContent();
        await figure.getByRole("button", { name: "Copy" }).click();
        await figure.getByRole("button", { name: "Copied" }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
          example,
        );
        expect(example).toContain(`curl ${server.url}/v1/messages`);
      },
    ));

  it("marks in its contents where the reader is, and shows that there", () =>
    read("en", { viewport: { width: 1440, height: 500 } }, async (page) => {
      const contents = page.getByRole("navigation", { name: "Contents" });
      for (const name of ["Forget a conversation", "Send a message"]) {
        await page
          .getByRole("heading", { name, exact: true })
          .evaluate((heading) => heading.scrollIntoView());
        const marked = contents.locator("[aria-current]", { hasText: name });
        await marked.waitFor();
        expect(await contents.locator("[aria-current]").count()).toBe(1);
        const { y = -1, height = 0 } = (await marked.boundingBox()) ?? {};
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + height).toBeLessThanOrEqual(500);
      }
    }));

  it("keeps the examples beside a long list of answers", () =>
    read("en", { viewport: { width: 1440, height: 800 } }, async (page) => {
      const operation = page.getByRole("region", { name: "Send a message" });
      await operation
        .getByRole("heading", { name: "Answers" })
        .evaluate((heading) => heading.scrollIntoView());
      const example = operation.getByRole("figure").first();
      const { y = -1 } = (await example.boundingBox()) ?? {};
      expect(y).toBeGreaterThanOrEqual(48);
      expect(y).toBeLessThan(200);
    }));

  it("leads to the same in the other language", () =>
    read("en", {}, async (page) => {
      const link = page.getByRole("link", { name: "中文" });
      expect(await link.getAttribute("href")).toBe("?lang=zh");
      expect(await link.getAttribute("lang")).toBe("zh");
    }));
});

/** Texts whose colour stands out too little from the nearest ground behind them; runs in the page. */
function findFaintTexts(): string[] {
  const channelsOf = (color: string) =>
    (color.match(/[\d.]+/g) ?? []).map(Number);
  const groundOf = (element: Element | null): number[] => {
    if (element === null) return [255, 255, 255];
    const ground = channelsOf(getComputedStyle(element).backgroundColor);
    return ground[3] === 0 ? groundOf(element.parentElement) : ground;
  };
  const luminanceOf = (color: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((channel) => {
      const part = channel / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return [...document.body.querySelectorAll("*")]
    .filter(
      (element) =>
        element.tagName !== "SCRIPT" &&
        [...element.childNodes].some(
          (node) => node.nodeType === 3 && node.textContent?.trim() !== "",
        ),
    )
    .flatMap((element) => {
      const ink = luminanceOf(channelsOf(getComputedStyle(element).color));
      const ground = luminanceOf(groundOf(element));
      const ratio =
        (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      return ratio >= 4.5
        ? []
        : [`${element.textContent?.slice(0, 40)}: ${ratio.toFixed(2)}`];
    });
}
