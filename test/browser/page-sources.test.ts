import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";
import type { FakeReply, FakeSource, FakeStep } from "./fake-stream.ts";

const step: FakeStep = {
  thought: "",
  tool: "search",
  input: { query: "Ada Lovelace" },
  observation: "An English mathematician.",
};

const ada: FakeSource = {
  title: "Ada Lovelace",
  url: "https://en.wikipedia.example/wiki/Ada_Lovelace",
};

const reply: FakeReply = {
  text: "A **poet** of science.",
  steps: [step],
  sources: [
    ada,
    {
      title: "长城",
      url: "https://zh.wikipedia.example/wiki/%E9%95%BF%E5%9F%8E",
    },
    { title: "A report", url: "https://example.org:8443/report?a=1&b=2" },
  ],
};

const lines = (page: Page) =>
  page.locator(".sources").getByRole("listitem").allInnerTexts();

describe("the sources of an answer", () => {
  it("are links in a collapsed list below it, each with its host", async ({
    server,
    openPage,
  }) => {
    server.onMessage = (stream) => stream.reply(reply);
    const page = await openPage();
    await send(page, "Who was she?");
    await page.getByText("Sources (3)").waitFor();
    const link = page.getByRole("link", { name: "A report" });
    expect(await link.isVisible()).toBe(false);
    await page.getByText("Sources (3)").click();
    expect(await lines(page)).toEqual([
      "Ada Lovelace en.wikipedia.example",
      "长城 zh.wikipedia.example",
      "A report example.org:8443",
    ]);
    expect(
      await link.evaluate((element) =>
        ["href", "target", "rel"].map((name) => element.getAttribute(name)),
      ),
    ).toEqual([
      "https://example.org:8443/report?a=1&b=2",
      "_blank",
      "noopener noreferrer nofollow",
    ]);
    expect(await page.locator("summary:visible").allInnerTexts()).toEqual([
      "Sources (3)",
      "1 step",
    ]);
  });

  it("are loaded on demand for an older answer, together with the steps", async ({
    server,
    openPage,
  }) => {
    const answer = { role: "assistant", steps: 1 } as const;
    server.messages = [
      { ...answer, turn: "t1", text: "37 years.", at: 2, has_sources: false },
      { ...answer, turn: "t2", text: reply.text, at: 4, has_sources: true },
    ];
    server.replies = { t2: reply };
    const page = await openPage();
    const summaries = page.locator("summary:visible");
    const sources = summaries.filter({ hasText: "Sources" });
    await sources.waitFor();
    const steps = "1 step";
    expect(await summaries.allInnerTexts()).toEqual([steps, "Sources", steps]);
    expect(server.requestsTo("GET /web/messages/t2")).toEqual([]);
    await sources.click();
    await page.getByRole("link", { name: "Ada Lovelace" }).waitFor();
    expect(await summaries.allInnerTexts()).toEqual([
      steps,
      "Sources (3)",
      steps,
    ]);
    await page.getByText(steps).last().click();
    await page.getByText("An English mathematician.").waitFor();
    expect(server.requestsTo("GET /web/messages/t2")).toHaveLength(1);
  });

  it("can be used by keyboard", async ({ server, openPage }) => {
    server.onMessage = (stream) => stream.reply(reply);
    const page = await openPage();
    await send(page, "Who was she?");
    const summary = page.getByText("Sources (3)");
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const focus = page.locator(":focus");
    expect(await focus.innerText()).toBe("Ada Lovelace");
    expect(
      await focus.evaluate((link) => getComputedStyle(link).outlineStyle),
    ).toBe("solid");
    await summary.focus();
    await page.keyboard.press("Space");
    expect(
      await page.getByRole("link", { name: "Ada Lovelace" }).isVisible(),
    ).toBe(false);
  });

  it("keep the copy button at the edge, or next to a collapsed list", async ({
    server,
    openPage,
  }) => {
    server.onMessage = (stream) => stream.reply(reply);
    const page = await openPage();
    await send(page, "Who was she?");
    const sources = page.getByText("Sources (3)");
    const steps = page.getByText("1 step");
    const leftOf = async (locator: Locator) =>
      (await locator.boundingBox())?.x ?? Number.NaN;
    const isAtEdge = async () => {
      const button = page.getByRole("button", { name: "Copy answer" });
      return (await leftOf(button)) < (await leftOf(page.getByText("A poet")));
    };
    await sources.waitFor();
    expect(await isAtEdge()).toBe(false);
    await sources.click();
    expect(await isAtEdge()).toBe(false);
    await steps.click();
    expect(await isAtEdge()).toBe(true);
    await sources.click();
    expect(await isAtEdge()).toBe(true);
  });

  it("fit a phone's width, and have a Chinese label", async ({
    server,
    openPage,
  }) => {
    server.onMessage = (stream) =>
      stream.reply({
        ...reply,
        sources: [
          { title: "t".repeat(200), url: `https://${"h".repeat(60)}.example/` },
        ],
      });
    const page = await openPage({
      locale: "zh-CN",
      viewport: { width: 320, height: 568 },
    });
    await send(page, "她是谁？");
    await page.getByText("来源（1）").click();
    await page.getByRole("link", { name: "ttt" }).waitFor();
    const right = await page
      .locator(".sources")
      .evaluate((list) =>
        Math.max(
          ...Array.from(
            list.querySelectorAll("*"),
            (element) => element.getBoundingClientRect().right,
          ),
        ),
      );
    expect(right).toBeLessThanOrEqual(320);
  });
});
