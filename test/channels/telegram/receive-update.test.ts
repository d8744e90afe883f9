import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTelegramChannel } from "../../../src/channels/telegram/telegram-channel.ts";
import type { ReceivingChannel } from "../../../src/types/channel.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import {
  createTelegramGroupUpdate,
  createTelegramUpdate,
} from "../../fixtures/telegram-updates.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";

const SECRET = "webhook-secret_1";
const GROUP = -1_001_234_567_890;

let server: TelegramServer;
let channel: ReceivingChannel;
beforeEach(async () => {
  server = await startTelegramServer();
  channel = createChannel();
});
afterEach(() => server.close());

describe("the bot's name", () => {
  it("is fetched once, and only for groups", async () => {
    await receive(createTelegramUpdate());
    expect(server.calls).toEqual([]);
    const { update_id, message } = createTelegramGroupUpdate();
    const edit = { update_id, edited_message: message };
    expect(await receive(edit)).toMatchObject({
      messages: [{ text: "Hello", isEdit: true }],
    });
    expect(await receive(createTelegramGroupUpdate())).toMatchObject({
      messages: [{ text: "Hello" }],
    });
    expect(
      await receive(createTelegramGroupUpdate({ text: "@somebody_else Hi" })),
    ).toEqual({ kind: "messages", messages: [] });
    expect(server.calls.map(({ method }) => method)).toEqual(["getMe"]);
  });

  it("is not fetched for unauthenticated requests", async () => {
    const update = createTelegramGroupUpdate();
    expect(await receive(update, "wrong")).toMatchObject({
      problem: { status: 401 },
    });
    expect(server.calls).toEqual([]);
  });

  it.each([
    ["responds with an error", { status: 500 }],
    ["limits the rate", { status: 429 }],
    ["does not respond", { drop: true }],
  ] as const)(
    "is required: if Telegram %s, the update is rejected, to be redelivered",
    async (_, failure) => {
      const error = vi.spyOn(console, "error").mockReturnValue();
      server.failNext({ method: "getMe", ...failure });
      const update = createTelegramGroupUpdate();
      expect(await receive(update)).toMatchObject({
        kind: "refused",
        problem: { status: 503, retryAfterSeconds: 10 },
      });
      expect(JSON.stringify(error.mock.calls)).not.toContain(server.token);
      expect(await receive(update)).toMatchObject({
        messages: [{ text: "Hello" }],
      });
    },
  );
});

it("parses any JSON deterministically and without an error", async () => {
  const ids = fc.oneof(fc.integer(), fc.jsonValue());
  const updates = fc.record(
    {
      update_id: ids,
      message: fc.jsonValue(),
      edited_message: fc.jsonValue(),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  vi.spyOn(console, "error").mockReturnValue();
  await fc.assert(
    fc.asyncProperty(fc.oneof(updates, fc.jsonValue()), async (update) => {
      const reception = await receive(update);
      expect(await receive(update)).toEqual(reception);
    }),
  );
});

describe("a group that becomes a supergroup", () => {
  const OLD = { id: -4321, title: "Engines", type: "group" };
  const answering = {
    reply_to_message: {
      from: { id: 123_456, is_bot: true, first_name: "Parley" },
    },
  };

  it.each([
    ["an update names the new one", { chat: OLD, migrate_to_chat_id: GROUP }],
    ["an update names the old one", { migrate_from_chat_id: OLD.id }],
  ])(
    "keeps its conversation after %s, and gets replies in its new chat",
    async (_, message) => {
      expect(await receive(notice(message))).toEqual({
        kind: "messages",
        messages: [],
      });
      expect(
        await receive(createTelegramGroupUpdate({ message: answering })),
      ).toMatchObject({
        messages: [
          { conversation: "telegram:-4321", replyTo: { chat: GROUP } },
        ],
      });
    },
  );

  it("keeps its conversation even if its new topics have separate ones", async () => {
    await receive(notice({ migrate_from_chat_id: OLD.id }));
    const inTopic = { message_thread_id: 7, is_topic_message: true };
    expect(
      await receive(
        createTelegramGroupUpdate({ message: { ...answering, ...inTopic } }),
      ),
    ).toMatchObject({ messages: [{ conversation: "telegram:-4321:7" }] });
  });

  it("throws if it cannot be stored, so that Telegram redelivers the update", async () => {
    const fail = () => Promise.reject(new Error("Full."));
    const full = { ...createMessageIndex(), claim: fail, find: fail };
    const failing = createChannel({ index: full });
    const update = notice({ migrate_from_chat_id: OLD.id });
    await expect(receive(update, SECRET, failing)).rejects.toThrow("Full.");
    // Only supergroups can have been groups.
    expect(
      await receive(createTelegramUpdate(), SECRET, failing),
    ).toMatchObject({ messages: [{ text: "Hello" }] });
  });

  function notice(message: Record<string, unknown>) {
    return createTelegramGroupUpdate({
      message: { text: undefined, entities: undefined, ...message },
    });
  }
});

function createChannel({
  index = createMessageIndex(),
} = {}): ReceivingChannel {
  const { token, url: apiRoot } = server;
  return createTelegramChannel({
    token,
    apiRoot,
    webhookSecret: SECRET,
    index,
  });
}

function receive(update: unknown, secret = SECRET, by = channel) {
  const headers = {
    "content-type": "application/json",
    "X-Telegram-Bot-Api-Secret-Token": secret,
  };
  const body = JSON.stringify(update);
  return by.receive(
    new Request("https://parley.test/telegram/webhook", {
      method: "POST",
      body,
      headers,
    }),
  );
}
