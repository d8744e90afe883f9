import { describe, expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import { startOpenAIServer, type StubReply } from "../stubs/openai-server.ts";
import { startTelegramServer } from "../stubs/telegram-server.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import {
  modelVariables,
  TELEGRAM_SECRET,
  telegramVariables,
} from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const SPENT = "Your budget for today is too low for an answer";

const [telegram, model] = await Promise.all([
  startTelegramServer(),
  startOpenAIServer(),
]);
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    ...telegramVariables(telegram),
    // Lets long messages leave the window without a model call for a summary.
    MEMORY_STRATEGY: "window",
    USER_DAILY_TOKENS: "20000",
    GLOBAL_DAILY_TOKENS: "60000",
    USER_MESSAGES_PER_MINUTE: "4",
  },
});
const api = createApiClient(dev.url);
closeAfterAll(dev, telegram, model);

/** A reply with that token usage. */
const answerFor = (tokens: number, text: string): StubReply => ({
  chunks: [finalAnswer(text)],
  usage: {
    prompt_tokens: tokens,
    completion_tokens: 0,
    total_tokens: tokens,
  },
});

/**
 * About 12,000 tokens: the budget suffices for one prompt like this, but not
 * for two.
 */
const LONG_TEXT = "?".repeat(28_000) + "？".repeat(4_000);

describe("a person's budget", () => {
  it("holds for concurrent conversations", async () => {
    const before = model.requests.length;
    let proceed = (): void => {};
    const held = new Promise<void>((resolve) => (proceed = resolve));
    model.reply(async () => {
      await held;
      return answerFor(15_000, "First.");
    });
    const send = (conversation: string) =>
      api.ask({ conversation, text: LONG_TEXT, user: "ann" });
    const first = send("ann-1");
    await eventually("the model call", () => model.requests[before]);
    const second = send("ann-2");
    proceed();
    expect((await first).reply?.text).toBe("First.");
    expect((await second).reply?.text).toContain(SPENT);
    expect(await second).toMatchObject({
      status: "delivered",
      usage: { model_calls: 0 },
    });

    model.reply(answerFor(4_900, "Still room for a short one."));
    const third = await api.ask({
      conversation: "ann-2",
      text: "Hello",
      user: "ann",
    });
    expect(third.reply?.text).toBe("Still room for a short one.");
    const fourth = await api.ask({
      conversation: "ann-3",
      text: "Hello",
      user: "ann",
    });
    expect(fourth.reply?.text).toContain(SPENT);
    // Notices are not part of the conversation.
    expect((await api.conversation("ann-2")).messages).toHaveLength(2);
    expect(model.requests).toHaveLength(before + 2);
  });

  it("does not affect another person's", async () => {
    model.reply(answerFor(100, "Hello, Bob."));
    const reply = await api.ask({
      conversation: "bob",
      text: "Hello",
      user: "bob",
    });
    expect(reply.reply?.text).toBe("Hello, Bob.");
  });

  it("is shown by /usage in the language of the person's app", async () => {
    const say = async (id: number, text: string): Promise<string> => {
      const before = telegram.sent.length;
      const response = await fetch(`${dev.url}/telegram/webhook`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-telegram-bot-api-secret-token": TELEGRAM_SECRET,
        },
        body: JSON.stringify(createTelegramUpdate({ id, text })),
      });
      expect(response.status).toBe(200);
      return (await telegram.waitForSent(before + 1)).at(-1)?.text ?? "";
    };
    model.reply(answerFor(12_340, "Hi."));
    await say(901, "Hello");
    const usage = await say(902, "/usage");
    expect(usage).toContain("12,340 / 20,000");
    expect(usage).toMatch(/后重置/);
  });
});

describe("the shared budget", () => {
  it("gives everyone a notice instead of an answer once it is spent", async () => {
    model.reply(answerFor(19_999, "A long story."));
    await api.ask({ conversation: "cleo", text: "Hello", user: "cleo" });
    model.reply(answerFor(9_000, "Another one."));
    await api.ask({ conversation: "dan", text: "Hello", user: "dan" });
    const reply = await api.ask({
      conversation: "eve",
      text: "Hello",
      user: "eve",
    });
    expect(reply.reply?.text).toContain("Today's shared budget");
    model.assertUsedUp();
  });
});

describe("messages over the rate limit", () => {
  it("are rejected with 429 and not stored, but a resent message is accepted", async () => {
    const send = (id: string) =>
      api.post(
        { conversation: "fast", text: "Hello", id, user: "fay" },
        { prefer: "respond-async" },
      );
    // More pass if the clock's minute changes meanwhile.
    const ids = Array.from({ length: 9 }, (_, index) => `fast-${index}`);
    const responses = await Promise.all(ids.map(send));
    const refused = responses.findIndex(({ status }) => status === 429);
    expect(refused).toBeGreaterThan(-1);
    const response = responses[refused];
    expect(await response?.json()).toMatchObject({
      type: "https://parley.chat/problems/too-many-messages",
      detail: expect.stringContaining("4 messages per minute"),
    });
    const seconds = Number(response?.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const unknown = await api.call(`/v1/messages/fast-${refused}`);
    expect(unknown.status).toBe(404);

    const accepted = responses.findIndex(({ status }) => status === 202);
    expect((await send(`fast-${accepted}`)).status).toBe(202);
  });
});
