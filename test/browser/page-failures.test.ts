import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";
import type { FakeStream } from "./fake-stream.ts";
import type { FakeWebServer } from "./fake-web-server.ts";

describe("a model that cannot be reached", () => {
  it("is shown in the log, in the reader's language, until a step arrives", async ({
    server,
    openPage,
  }) => {
    const page = await openPage();
    const stream = await ask(page, server);
    const log = page.getByRole("log");
    stream.waiting(15);
    await log
      .getByText("The model cannot be reached. Trying again in 15 seconds…")
      .waitFor();
    expect(await page.getByText("Thinking…").count()).toBe(0);
    await page.getByRole("button", { name: "中文" }).click();
    await log.getByText("连不上语言模型，15 秒后重试……").waitFor();
    stream.waiting(60);
    await log.getByText("连不上语言模型，1 分钟后重试……").waitFor();
    expect(await page.getByText("15 秒").count()).toBe(0);

    stream.step(0, {
      thought: "",
      tool: "search",
      input: "x",
      observation: "y",
    });
    await page.getByText("正在思考……").waitFor();
    expect(await page.getByText("连不上").count()).toBe(0);
  });

  it.for([
    ["text", (stream: FakeStream) => stream.delta(0, "Hello"), "Answering…"],
    ["a reply", (stream: FakeStream) => stream.reply({ text: "Hi." }), "Hi."],
    [
      "an error",
      (stream: FakeStream) =>
        stream.error({ title: "It failed.", detail: "Try later." }),
      "It failed.",
    ],
  ] as const)(
    "is no longer shown after %s",
    async ([, happen, shown], { server, openPage }) => {
      const page = await openPage({
        prepare: (opening) => opening.clock.install(),
      });
      const stream = await ask(page, server);
      stream.waiting(15);
      await page.getByText("The model cannot be reached.").waitFor();
      happen(stream);
      await page.getByText(shown).waitFor();
      await page.clock.runFor(20_000);
      expect(await page.getByText("The model cannot be").count()).toBe(0);
      expect(await page.getByText("Thinking…").count()).toBe(0);
    },
  );

  it("is shown until the latest delay has passed", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({
      prepare: (opening) => opening.clock.install(),
    });
    const stream = await ask(page, server);
    const line = page.getByText("The model cannot be reached.");
    stream.waiting(2);
    await page.getByText("in 2 seconds…").waitFor();
    // The first timer must not end the second wait.
    stream.waiting(15);
    await page.getByText("in 15 seconds…").waitFor();
    await page.clock.runFor(10_000);
    expect(await line.isVisible()).toBe(true);
    await page.clock.runFor(6_000);
    await page.getByText("Thinking…").waitFor();
    expect(await line.count()).toBe(0);
  });
});

describe("a failed turn", () => {
  it("is still shown after a reload, and its question can be resent", async ({
    server,
    openPage,
  }) => {
    server.messages = [
      { turn: "t1", role: "user", text: "One?", at: 1 },
      { turn: "t1", role: "assistant", text: "One.", at: 2 },
    ];
    server.open = [
      { turn: "t2", text: "Two?" },
      { turn: "t3", text: "Three?" },
    ];
    server.onWatch = (stream) =>
      stream.error({
        type: "https://parley.chat/problems/turn-failed",
        title: "The message could not be answered",
        detail: `The notice of ${stream.turn}.`,
      });
    const page = await openPage();
    const exchanges = page.locator(".exchange");
    for (const [index, question] of [
      [1, "Two?"],
      [2, "Three?"],
    ] as const) {
      const exchange = exchanges.nth(index);
      await exchange.getByText(question).waitFor();
      await exchange.getByText(`The notice of t${index + 1}.`).waitFor();
      expect(await exchange.locator(".problem p").innerText()).toBe(
        `The notice of t${index + 1}.`,
      );
    }

    await exchanges.nth(2).getByRole("button", { name: "Ask again" }).click();
    await page.getByText("You said: Three?").waitFor();
    expect(server.requestsTo("POST /web/messages")).toMatchObject([
      { text: "Three?" },
    ]);
  });

  it("does not delay later messages", async ({ server, openPage }) => {
    server.open = [{ turn: "t1", text: "One?" }];
    server.onWatch = (stream) =>
      stream.error({ title: "It failed.", detail: "Try later." });
    const page = await openPage();
    await page.getByText("It failed.").waitFor();
    const stream = await ask(page, server);
    await page.getByText("Thinking…").waitFor();
    stream.delta(0, "Hello");
    await page.getByText("Hello").waitFor();
    // The page reads its request's own stream: it did not have to wait.
    expect(server.requestsTo(`GET /web/messages/${stream.turn}`)).toEqual([]);
  });
});

/** Sends a question; the test writes its turn. */
async function ask(page: Page, server: FakeWebServer): Promise<FakeStream> {
  const { promise, resolve } = Promise.withResolvers<FakeStream>();
  server.onMessage = resolve;
  await send(page, "Hi");
  return promise;
}
