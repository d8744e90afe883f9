import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";
import type { FakeStream } from "./fake-stream.ts";

describe("a connection that breaks", () => {
  it("is reopened, and the answer continues", async ({ server, openPage }) => {
    const sent = Promise.withResolvers<FakeStream>();
    const watched = Promise.withResolvers<FakeStream>();
    server.onMessage = sent.resolve;
    server.onWatch = watched.resolve;
    const page = await openPage({ mayFail: true });
    await send(page, "Hi");
    const first = await sent.promise;
    first.delta(0, "Hello, my");
    await page.getByText("Hello, my").waitFor();
    first.cut();
    await page.getByText("Connection lost, trying again…").waitFor();
    expect(await page.getByText("Hello, my").isVisible()).toBe(true);

    const second = await watched.promise;
    expect(second.turn).toBe(first.turn);
    second.delta(0, "Hello, my friend");
    await page.getByText("Hello, my friend").waitFor();
    await page.getByText("Answering…").waitFor();
    second.reply({ text: "Hello, my friend!" });
    await page.getByText("Hello, my friend!").waitFor();
    expect(await page.getByText("Connection lost").count()).toBe(0);
    expect(server.requestsTo("POST /web/messages")).toHaveLength(1);
  });

  it("is given up after six attempts, until the reader retries", async ({
    server,
    openPage,
  }) => {
    const sent = Promise.withResolvers<FakeStream>();
    server.onMessage = sent.resolve;
    const page = await openPage({
      mayFail: true,
      prepare: (opening) => opening.clock.install(),
    });
    await send(page, "Hi");
    const stream = await sent.promise;
    server.problem = { status: 503, slug: "down", title: "Down", detail: "" };
    stream.cut();
    await page.getByText("Connection lost, trying again…").waitFor();
    const retry = page.getByRole("button", { name: "Try again" });
    await expect
      .poll(
        async () => {
          await page.clock.runFor(1_000);
          return retry.isVisible();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    const watching = `GET /web/messages/${stream.turn}`;
    expect(server.requestsTo(watching)).toHaveLength(6);

    server.problem = undefined;
    server.onWatch = (watched) => watched.reply({ text: "Here it is." });
    await retry.click();
    await page.getByText("Here it is.").waitFor();
    expect(server.requestsTo(watching)).toHaveLength(7);
    expect(server.requestsTo("POST /web/messages")).toHaveLength(1);
  });

  it("does not lose a message that was not accepted", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({ mayFail: true });
    await page.getByText("What would you like to know?").waitFor();
    server.isDown = true;
    await send(page, "Is anybody there?");
    await page.getByText("This message was not sent.").waitFor();
    await page.getByText("The server cannot be reached.").waitFor();
    server.isDown = false;
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("You said: Is anybody there?").waitFor();
    expect(await page.getByText("was not sent").count()).toBe(0);
    // Chromium itself may have retried the request; the id must be the same.
    const posts = server
      .requestsTo("POST /web/messages")
      .map((body) => JSON.stringify(body));
    expect(posts.length).toBeGreaterThan(1);
    expect(new Set(posts).size).toBe(1);
  });

  it("keeps messages in the order in which they are accepted", async ({
    server,
    openPage,
  }) => {
    const page = await openPage({ mayFail: true });
    await page.getByText("What would you like to know?").waitFor();
    server.isDown = true;
    await send(page, "one");
    await page.getByText("This message was not sent.").waitFor();
    server.isDown = false;
    await send(page, "two");
    await page.getByText("You said: two").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("You said: one").waitFor();
    expect(await page.locator(".question p").allInnerTexts()).toEqual([
      "two",
      "one",
    ]);
  });
});

describe("the page", () => {
  it("follows open turns after a reload", async ({ server, openPage }) => {
    server.messages = [
      { turn: "t1", role: "user", text: "One?", at: 1 },
      { turn: "t1", role: "assistant", text: "One.", at: 2 },
    ];
    server.open = [
      { turn: "t2", text: "Two?" },
      { turn: "t3", text: "Three?" },
    ];
    const second = Promise.withResolvers<FakeStream>();
    server.onWatch = (stream) => {
      if (stream.turn === "t2") second.resolve(stream);
      else stream.reply({ text: "Three." });
    };
    const page = await openPage();
    const stream = await second.promise;
    await page.getByText("Waiting for the answer before this one…").waitFor();
    expect(server.requestsTo("GET /web/messages/t3")).toEqual([]);
    stream.delta(0, "Two");
    stream.reply({ text: "Two." });
    await page.getByText("Three.").waitFor();
    expect(await page.locator(".answer-body p").allInnerTexts()).toEqual([
      "One.",
      "Two.",
      "Three.",
    ]);
  });
});
