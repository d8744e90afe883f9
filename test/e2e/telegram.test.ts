import { describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startSearchServer } from "../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../stubs/search-services.ts";
import { startTelegramServer } from "../stubs/telegram-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import {
  MODEL_KEY,
  modelVariables,
  TELEGRAM_SECRET,
  telegramVariables,
} from "./stub-variables.ts";
import { startParley } from "./wrangler-dev.ts";

let lastUpdate = 900;

const [telegram, model, wikipedia] = await Promise.all([
  startTelegramServer(),
  startOpenAIServer(),
  startSearchServer(SEARCH_SERVICES.wikipedia),
]);
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    WIKIPEDIA_BASE_URL: wikipedia.url,
    ...telegramVariables(telegram),
    // telegram-streaming.test.ts covers streaming.
    TELEGRAM_STREAMING: "off",
  },
});
closeAfterAll(dev, telegram, model, wikipedia);

const post = (update: unknown, secret = TELEGRAM_SECRET) =>
  fetch(`${dev.url}/telegram/webhook`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-telegram-bot-api-secret-token": secret,
    },
    body: JSON.stringify(update),
  });

/** Posts a text of user 42 and returns all that the bot has sent them. */
async function say(text: string, parts = 1) {
  const before = telegram.sent.length;
  const response = await post(createTelegramUpdate({ id: ++lastUpdate, text }));
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ method: "sendChatAction" });
  return (await telegram.waitForSent(before + parts)).slice(before);
}

describe("a Telegram update", () => {
  it("is answered with formatting through the Bot API, after a tool call", async () => {
    model.reply(action("calculator", "12.5% of 80.16 * 3"));
    model.reply(finalAnswer("It is **30.06**."));
    const [sent] = await say("What is 12.5% of 80.16 * 3?");
    expect(sent).toMatchObject({
      chat: 42,
      text: "It is 30.06.",
      entities: [{ type: "bold", offset: 6, length: 5 }],
    });
    expect(model.requests.at(-1)?.body.messages.at(-1)?.content).toContain(
      "30.06",
    );
  });

  it("is answered from search results", async () => {
    model.reply(action("search", "Ada Lovelace"));
    model.reply(finalAnswer("A mathematician."));
    await say("Who was Ada Lovelace?");
    expect(model.requests.at(-1)?.body.messages.at(-1)?.content).toContain(
      "English mathematician",
    );
    expect(wikipedia.requests.at(-1)?.headers["user-agent"]).toMatch(
      /^Parley\//,
    );
  });

  it("remembers the conversation, and deletes it after a confirmed /new", async () => {
    const promptsOfLast = () =>
      model.requests.at(-1)?.body.messages.map(({ content }) => content);
    model.reply(finalAnswer("Hello, Lai Lai."));
    model.reply(finalAnswer("You are Lai Lai."));
    await say("I am Lai Lai");
    await say("Who am I?");
    expect(promptsOfLast()).toContain("I am Lai Lai");
    const [question] = await say("/new");
    const [[, confirm] = []] = question?.buttons?.flat() ?? [];
    const [confirmation] = await say(`/${confirm}`);
    expect(confirmation?.text).toContain("我们的对话已清除");
    model.reply(finalAnswer("I do not know."));
    await say("Who am I?");
    expect(promptsOfLast()).not.toContain("I am Lai Lai");
  });

  it("is answered once even if Telegram redelivers it", async () => {
    model.reply(finalAnswer("Once."));
    const update = createTelegramUpdate({ id: ++lastUpdate });
    const before = telegram.sent.length;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => post(update)),
    );
    expect(responses.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200,
    ]);
    await telegram.waitForSent(before + 1);
    expect((await post(update)).status).toBe(200);
    model.reply(finalAnswer("Next."));
    await say("Next?");
    expect(telegram.sent.slice(before).map(({ text }) => text)).toEqual([
      "Once.",
      "Next.",
    ]);
  });

  it("gets a long answer in several messages, complete and in order", async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`);
    model.reply(finalAnswer(words.join(" ")));
    const sent = await say("Tell me everything", 5);
    expect(
      sent
        .map(({ text }) => text)
        .join(" ")
        .split(/\s+/),
    ).toEqual(words);
  });

  it("is answered in plain text if Telegram rejects the markup", async () => {
    telegram.failNext({
      method: "sendMessage",
      status: 400,
      body: {
        ok: false,
        error_code: 400,
        description: "Bad Request: can't parse entities: unsupported start tag",
      },
    });
    model.reply(finalAnswer("It is **bold**."));
    const [sent] = await say("Markup?");
    expect(sent).toMatchObject({ text: "It is bold.", entities: [] });
  });

  it("is answered after Telegram's rate limit has passed", async () => {
    telegram.failNext({
      method: "sendMessage",
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: "Too Many Requests: retry after 1",
        parameters: { retry_after: 1 },
      },
    });
    model.reply(finalAnswer("Late, but here."));
    expect(await say("Hello?")).toMatchObject([{ text: "Late, but here." }]);
  });

  it("with a wrong secret is rejected", async () => {
    expect((await post(createTelegramUpdate(), "wrong")).status).toBe(401);
  });

  it("with /start gets a greeting", async () => {
    const [sent] = await say("/start");
    expect(sent?.text).toContain("Parley");
    expect(sent?.text).not.toContain("演示");
  });

  it("leaves no secret in the log", () => {
    for (const secret of [telegram.token, TELEGRAM_SECRET, MODEL_KEY])
      expect(dev.log()).not.toContain(secret);
  });
});
