import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";
import type { FakeStream } from "./fake-stream.ts";

describe("the scroll position", () => {
  const paragraphs = (count: number) =>
    Array.from({ length: count }, (_, index) => `Paragraph ${index}.`).join(
      "\n\n",
    );

  it("stays at the end while an answer grows", async ({ server, openPage }) => {
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    server.onMessage = resolve;
    const page = await openPage();
    await send(page, "Hi");
    const stream = await promise;
    stream.delta(0, paragraphs(40));
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    stream.reply({ text: paragraphs(80) });
    await page.getByText("Paragraph 79.").waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    expect(
      await page
        .getByRole("button", { name: "Jump to the latest message" })
        .count(),
    ).toBe(0);
  });

  it("stays at the end when much text arrives at once", async ({
    server,
    openPage,
  }) => {
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    server.onMessage = resolve;
    const page = await openPage();
    await send(page, "Hi");
    const stream = await promise;
    for (let count = 1; count <= 60; count++)
      stream.delta(0, paragraphs(count));
    stream.reply({ text: paragraphs(80) });
    await page.getByText("Paragraph 79.").waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  });

  it("stays unchanged when the reader has scrolled up", async ({
    server,
    openPage,
  }) => {
    const { promise, resolve } = Promise.withResolvers<FakeStream>();
    server.onMessage = resolve;
    const page = await openPage();
    await send(page, "Hi");
    const stream = await promise;
    stream.delta(0, paragraphs(40));
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    await page.getByRole("group", { name: "Conversation" }).hover();
    await page.mouse.wheel(0, -400);
    const toLatest = page.getByRole("button", {
      name: "Jump to the latest message",
    });
    await toLatest.waitFor();
    const before = await scrollTopOf(page);
    stream.reply({ text: paragraphs(80) });
    await page.getByText("Paragraph 79.").waitFor({ state: "attached" });
    expect(await scrollTopOf(page)).toBe(before);

    await toLatest.click();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
    expect(await toLatest.isVisible()).toBe(false);
  });
});

function distanceToEnd(page: Page): Promise<number> {
  return page
    .getByRole("group", { name: "Conversation" })
    .evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) =>
        scrollHeight - scrollTop - clientHeight,
    );
}

function scrollTopOf(page: Page): Promise<number> {
  return page
    .getByRole("group", { name: "Conversation" })
    .evaluate(({ scrollTop }) => scrollTop);
}
