import { describe, expect } from "vitest";
import { it, send, show } from "./chat-page.ts";
import type { FakeStream } from "./fake-stream.ts";

describe("the Markdown of an answer", () => {
  it("cannot run scripts, load images or link to unsafe URLs", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    await page.evaluate(() => {
      Object.assign(globalThis, { alert: () => console.error("alert") });
    });
    await show(
      server,
      page,
      [
        "<img src=x onerror=alert(1)>",
        "inline <img src=x onerror=alert(1)> and <b onclick=alert(1)>bold</b>",
        "<script>alert(1)</script>",
        '<a href="javascript:alert(1)">raw</a>',
        "[script](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>)",
        "[encoded](&#106;avascript:alert(1)) [tab](java\tscript:alert(1))",
        "![remote](https://example.com/pixel.png) ![script](javascript:alert(1))",
        "[relative](/web/conversation) <javascript:alert(1)>",
        "[good](https://example.com/?a=1&amp;b=2) <mailto:ada@example.com>",
        "| <img src=x onerror=alert(1)> |\n|---|\n| <svg onload=alert(1)> |",
        "```<img src=x onerror=alert(1)>\n</code></pre><img src=x onerror=alert(1)>\n```",
      ].join("\n\n"),
    );
    const answer = page.locator(".markdown");
    await expect
      .poll(() =>
        answer
          .locator("a")
          .evaluateAll((links) =>
            links.map((link) => link.getAttribute("href")),
          ),
      )
      .toEqual([
        "https://example.com/pixel.png",
        "https://example.com/?a=1&b=2",
        "mailto:ada@example.com",
      ]);
    expect(
      await answer.locator("img, script, svg, iframe, style, b").count(),
    ).toBe(0);
    const good = answer.getByRole("link", { name: "good" });
    expect(await good.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(await good.getAttribute("target")).toBe("_blank");
    const handlers = await answer
      .locator("*")
      .evaluateAll((elements) =>
        elements
          .flatMap((element) => element.getAttributeNames())
          .filter((name) => name.startsWith("on") || name === "style"),
      );
    expect(handlers).toEqual([]);
    expect(await answer.innerText()).toContain("<img src=x onerror=alert(1)>");
    expect(await answer.innerText()).toContain("<script>alert(1)</script>");
  });

  it("handles Chinese bold and URLs without spaces", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({ locale: "zh-CN" });
    await show(
      server,
      page,
      "**注意：**见 https://zh.wikipedia.org/wiki/百分比。谢谢",
    );
    const answer = page.locator(".markdown");
    expect(await answer.locator("strong").innerText()).toBe("注意：");
    expect(await answer.getByRole("link").innerText()).toBe(
      "https://zh.wikipedia.org/wiki/百分比",
    );
    expect(await answer.innerText()).toMatch(/百分比。谢谢$/);
  });

  it("has tasks whose boxes are drawn in the accent color when they are done", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    await show(
      server,
      page,
      "- [x] buy milk\n- [ ] buy tea\n\n[a](https://b.c/)",
    );
    const accent = await page
      .locator(".markdown a")
      .evaluate((link) => getComputedStyle(link).color);
    const boxes = await page.locator(".markdown input").evaluateAll((all) =>
      all.map((box) => {
        const { appearance, backgroundColor } = getComputedStyle(box);
        return [appearance, backgroundColor];
      }),
    );
    expect(boxes).toEqual([
      ["none", accent],
      ["none", "rgba(0, 0, 0, 0)"],
    ]);
  });

  it("is shown as plain text if nested too deeply", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    await show(server, page, `${"> ".repeat(60)}deep\n\nagain`);
    expect(await page.locator(".markdown").innerText()).toMatch(
      /> > deep\n\nagain$/,
    );
  });

  it("keeps finished blocks while more text streams in", async ({
    server,
    openPage,
  }) => {
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    server.onMessage = resolve;
    const page = await openPage();
    await send(page, "go");
    const stream = await promise;
    stream.delta(0, "First [link].\n\nSec");
    const first = page.locator(".markdown p:not(.raw)", {
      hasText: "First",
    });
    await first.evaluate((element) => element.classList.add("kept"));
    stream.delta(19, "ond.");
    await page.getByText("Second.").waitFor();
    expect(await page.locator(".kept").count()).toBe(1);

    // A link's definition changes earlier blocks.
    stream.delta(23, "\n\n[link]: https://example.com\n");
    await page.getByRole("link", { name: "link" }).waitFor();
  });

  it("has buttons that copy code and whole answers", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const text = "Run:\n\n```sh\nnpm test\n```";
    await show(server, page, text);
    const readClipboard = () =>
      page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy code" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await readClipboard()).toBe("npm test");
    await page.getByRole("button", { name: "Copy answer" }).click();
    await expect.poll(readClipboard).toBe(text);
  });

  it("is not parsed in the user's messages", async ({ openPage }) => {
    const page = await openPage();
    await send(page, "**not bold**\n<b>nor this</b>");
    const question = page.locator(".question p");
    expect(await question.innerText()).toBe("**not bold**\n<b>nor this</b>");
  });
});
