import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startSearchServer } from "../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../stubs/search-services.ts";
import { startTelegramServer } from "../stubs/telegram-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import {
  modelVariables,
  TELEGRAM_SECRET,
  telegramVariables,
} from "./stub-variables.ts";
import { startParley, type WranglerDev } from "./wrangler-dev.ts";

/**
 * Each test uses a new chat, since a chat accepts a limited number of messages.
 */
let lastChat = 4_200;
let lastUpdate = 900;

const [telegram, model, wikipedia] = await Promise.all([
  startTelegramServer({ isPatient: false }),
  startOpenAIServer(),
  startSearchServer(SEARCH_SERVICES.wikipedia),
]);
closeAfterAll(telegram, model, wikipedia);

function startWith(streaming: string): Promise<WranglerDev> {
  return startParley({
    variables: {
      ...modelVariables(model),
      WIKIPEDIA_BASE_URL: wikipedia.url,
      TOOL_TIMEOUT_SECONDS: "2",
      ...telegramVariables(telegram),
      TELEGRAM_STREAMING: streaming,
    },
  });
}

async function say({
  dev,
  chat,
  text = "Tell me",
}: {
  dev: WranglerDev;
  chat: number;
  text?: string;
}): Promise<void> {
  const message = {
    chat: { id: chat, first_name: "Mei", type: "private" },
    from: { id: chat, is_bot: false, first_name: "Mei", language_code: "en" },
  };
  const response = await fetch(`${dev.url}/telegram/webhook`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-telegram-bot-api-secret-token": TELEGRAM_SECRET,
    },
    body: JSON.stringify(
      createTelegramUpdate({ id: ++lastUpdate, text, message }),
    ),
  });
  expect(response.status).toBe(200);
}

const textsIn = (chat: number): readonly string[] =>
  telegram.sent.filter((sent) => sent.chat === chat).map(({ text }) => text);

const untilShown = (chat: number, texts: readonly string[]) =>
  telegram.waitUntil(() => textsIn(chat).join("\n\n") === texts.join("\n\n"));

/** All calls of the bot about messages in the chat. */
const writingIn = (chat: number) =>
  telegram.calls.filter(
    ({ method, parameters }) =>
      /^(?:sendMessage|editMessageText|deleteMessage)$/.test(method) &&
      parameters["chat_id"] === chat,
  );

/** An answer that the model streams over two seconds. */
function slowly(text: string) {
  const chunks = finalAnswer(text).match(/[^]{1,40}/gu) ?? [];
  return { chunks, delayMs: 2_000 / chunks.length };
}

const story = (words: number): string =>
  `Once **upon** a time. ${Array.from({ length: words }, (_, index) => `word${index}`).join(" ")}`;

describe("a streamed answer on Telegram", () => {
  let dev: WranglerDev;
  beforeAll(async () => {
    dev = await startWith("edit");
  });
  afterAll(() => dev?.close());

  it("grows in one message, from the search to the complete answer", async () => {
    const chat = ++lastChat;
    wikipedia.replyNext("hang");
    model.reply(action("search", "Ada_Lovelace *"));
    model.reply(slowly(story(300)));
    await say({ dev, chat });
    await untilShown(chat, ["Searching: Ada_Lovelace *"]);
    await untilShown(chat, [story(300).replaceAll("*", "")]);
    const calls = writingIn(chat);
    expect(calls.map(({ method }) => method)).toEqual([
      "sendMessage",
      ...calls.slice(1).map(() => "editMessageText"),
    ]);
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.length).toBeLessThan(10);
  });

  it("continues in further messages, complete and in order", async () => {
    const chat = ++lastChat;
    model.reply(slowly(story(1_200)));
    await say({ dev, chat });
    await telegram.waitUntil(
      () => textsIn(chat).join(" ") === story(1_200).replaceAll("*", ""),
    );
    expect(textsIn(chat).length).toBeGreaterThan(2);
  });

  it("stays one message if the process is killed midway", async () => {
    const chat = ++lastChat;
    const hasBegun = telegram.waitUntil(() => textsIn(chat).length === 1);
    const forEver = new Promise<never>(() => {});
    const text = finalAnswer(story(50));
    model.reply({
      chunks: [text.slice(0, 200), hasBegun, text.slice(200, 300), forEver],
    });
    await say({ dev, chat });
    // Requests are only sent once earlier writes are durable.
    await telegram.waitForCall(
      "editMessageText",
      ({ chat_id }) => chat_id === chat,
    );
    const id = telegram.sent.find((sent) => sent.chat === chat)?.id;
    await dev.kill();
    model.reply(finalAnswer("They **lived**."));
    await dev.restart();
    await untilShown(chat, ["They lived."]);
    expect(telegram.sent.find((sent) => sent.chat === chat)?.id).toBe(id);
  });

  it("is completed in spite of Telegram's rate limits", async () => {
    const chat = ++lastChat;
    for (const method of ["sendMessage", "editMessageText"])
      telegram.failNext({
        method,
        status: 429,
        body: {
          ok: false,
          error_code: 429,
          description: "Too Many Requests: retry after 1",
          parameters: { retry_after: 1 },
        },
      });
    model.reply(slowly(story(200)));
    await say({ dev, chat });
    await untilShown(chat, [story(200).replaceAll("*", "")]);
  });

  it("is resent if the user deletes it while it is written", async () => {
    const chat = ++lastChat;
    model.reply(slowly(story(200)));
    await say({ dev, chat });
    await telegram.waitUntil(() => textsIn(chat).length === 1);
    const first = telegram.sent.find((sent) => sent.chat === chat);
    telegram.deleteMessage(first?.id ?? 0);
    await untilShown(chat, [story(200).replaceAll("*", "")]);
  });

  it("ends with its turn if the user has blocked the bot, without affecting others", async () => {
    const [chat, other] = [++lastChat, ++lastChat];
    telegram.block(chat);
    model.reply(slowly(story(200)));
    await say({ dev, chat });
    await telegram.waitForCall(
      "sendMessage",
      ({ chat_id }) => chat_id === chat,
    );
    model.reply(finalAnswer("Hello."));
    await say({ dev, chat: other });
    await untilShown(other, ["Hello."]);
    expect(textsIn(chat)).toEqual([]);
  });
});

describe("an answer streamed as a draft", () => {
  it("is sent as a message only when complete", async () => {
    const chat = ++lastChat;
    const dev = await startWith("draft");
    model.reply(slowly(story(300)));
    await say({ dev, chat });
    await telegram.waitForCall(
      "sendMessageDraft",
      ({ chat_id }) => chat_id === chat,
    );
    expect(textsIn(chat)).toEqual([]);
    await untilShown(chat, [story(300).replaceAll("*", "")]);
    expect(writingIn(chat).map(({ method }) => method)).toEqual([
      "sendMessage",
    ]);
    await dev.close();
  });
});
