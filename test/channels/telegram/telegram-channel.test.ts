import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTelegramChannel } from "../../../src/channels/telegram/telegram-channel.ts";
import { TELEGRAM } from "../../../src/channels/telegram/telegram-definition.ts";
import { createReceiver } from "../../../src/http/receive-request.ts";
import type { ReceivingChannel } from "../../../src/types/channel.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  createTelegramMediaUpdate,
  createTelegramPress,
  createTelegramUpdate,
} from "../../fixtures/telegram-updates.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";

const SECRET = "q8Zt4-wN1xKv7_RmPd3s-Hb6Yc0_Lg9E";

describeChannelContract("telegram", {
  start: startTelegramServer,
  create: createChannel,
  settings: {
    TELEGRAM_BOT_TOKEN: "123:test",
    TELEGRAM_WEBHOOK_SECRET: SECRET,
    TELEGRAM_ALLOWED_USERS: "42",
  },
  request: (body) => createRequest({ body, secret: SECRET }),
  body: JSON.stringify(createTelegramUpdate()),
  unauthenticated: {
    "no secret": (body) => createRequest({ body }),
    "an empty secret": (body) => createRequest({ body, secret: "" }),
    "another secret": (body) =>
      createRequest({ body, secret: "q8Zt4-wN1xKv7_RmPd3t" }),
  },
  acknowledgesInvalid: true,
  sending: {
    edits: true,
    to: { chat: 42, message: 31 },
  },
});

describe("Telegram channel", () => {
  let server: TelegramServer;
  let channel: ReceivingChannel;
  beforeEach(async () => {
    server = await startTelegramServer();
    channel = createChannel(server);
  });
  afterEach(() => server.close());

  describe("receive", () => {
    it("accepts a text", async () => {
      expect(
        await receive(createTelegramUpdate({ text: "What is 2 + 2?" })),
      ).toMatchObject({
        kind: "messages",
        messages: [{ conversation: "telegram:42", text: "What is 2 + 2?" }],
      });
    });

    it.each([
      ["a reaction", { update_id: 1, message_reaction: { chat: { id: 42 } } }],
      [
        "a post",
        { update_id: 1, channel_post: createTelegramUpdate().message },
      ],
      ["a service message", createTelegramMediaUpdate({ pinned_message: {} })],
    ])(
      "accepts %s, so that Telegram does not redeliver it, and ignores it",
      async (_, update) => {
        expect(await receive(update)).toEqual({
          kind: "messages",
          messages: [],
        });
      },
    );
  });

  describe("send", () => {
    it("sends text with entities, without a preview of its links", async () => {
      const receipt = await send("**Bold** & [a link](https://example.com/)");
      expect(server.sent).toMatchObject([
        {
          chat: 42,
          text: "Bold & a link",
          entities: [
            { type: "bold" },
            { type: "text_link", url: "https://example.com/" },
          ],
        },
      ]);
      expect(receipt).toEqual({ id: String(server.sent[0]?.id) });
      expect(server.calls[0]?.parameters).toMatchObject({
        link_preview_options: { is_disabled: true },
      });
      expect(server.calls[0]?.parameters).not.toHaveProperty(
        "message_thread_id",
      );
    });

    it("sends a reply's sources as links in a folded quote", async () => {
      const sources = [{ title: "Ada", url: "https://example.org/ada" }];
      const [part] = await channel.split("A poet.", {
        sources: { label: "Sources", sources },
      });
      if (part === undefined) return expect.unreachable("Nothing to send.");
      await channel.send(part, { chat: 42 }, sendOptions());
      expect(server.sent).toMatchObject([
        {
          text: "A poet.\n\nSources\n1. Ada",
          entities: [
            { type: "expandable_blockquote", offset: 9 },
            { type: "bold" },
            { type: "text_link", url: "https://example.org/ada" },
          ],
        },
      ]);
    });

    it("replies in the topic of the message", async () => {
      await send("Hello", { chat: 42, message: 31, thread: 7 });
      expect(server.sent).toMatchObject([{ thread: 7 }]);
    });

    it.each(["message thread not found", "TOPIC_DELETED"])(
      "answers outside a deleted topic: %s",
      async (description) => {
        failWith(400, `Bad Request: ${description}`);
        await send("Hello", { chat: 42, message: 31, thread: 7 });
        expect(server.sent).toHaveLength(1);
        expect(server.sent[0]).not.toHaveProperty("thread");
      },
    );

    it("does not retry automatically", async () => {
      failWith(500, "Internal Server Error");
      await expect(send("Hello")).rejects.toThrow(DeliveryError);
      expect(server.calls).toHaveLength(1);
    });

    it.each([
      [403, "Forbidden: bot was blocked by the user", "gone"],
      [403, "Forbidden: user is deactivated", "gone"],
      [400, "Bad Request: chat not found", "gone"],
      [400, "Bad Request: group chat was deactivated", "gone"],
      [
        400,
        "Bad Request: not enough rights to send text messages to the chat",
        "gone",
      ],
      [400, "Bad Request: have no rights to send a message", "gone"],
      [400, "Bad Request: CHAT_WRITE_FORBIDDEN", "gone"],
      [400, "Bad Request: CHAT_SEND_PLAIN_FORBIDDEN", "gone"],
      [400, "Bad Request: TOPIC_CLOSED", "gone"],
      [
        400,
        "Bad Request: not enough rights to send documents to the chat",
        "refused",
      ],
      [400, "Bad Request: message is too long", "refused"],
      [401, "Unauthorized", "refused"],
      [404, "Not Found", "refused"],
      [500, "Internal Server Error", "unreachable"],
      [502, "Bad Gateway", "unreachable"],
    ])("reports %i %s as %s", async (status, description, kind) => {
      failWith(status, description);
      await expect(send("Hello")).rejects.toMatchObject({
        name: "DeliveryError",
        kind,
        message: expect.stringContaining(`HTTP ${status}`),
      });
    });

    it("reports how long Telegram asks to wait", async () => {
      server.failNext({
        method: "sendMessage",
        status: 429,
        body: {
          ok: false,
          error_code: 429,
          description: "Too Many Requests: retry after 7",
          parameters: { retry_after: 7 },
        },
      });
      await expect(send("Hello")).rejects.toMatchObject({
        kind: "rate-limited",
        retryAfterMs: 7000,
      });
    });

    it.each([
      ["a connection that breaks off", { drop: true }],
      ["a page of a proxy", { status: 502, body: "<h1>Bad Gateway</h1>" }],
      [
        "JSON that is not Telegram's",
        { status: 200, body: { hello: "world" } },
      ],
      ["no JSON object", { status: 200, body: [null] }],
    ] as const)("reports %s as unreachable", async (_, failure) => {
      server.failNext({ method: "sendMessage", ...failure });
      await expect(send("Hello")).rejects.toMatchObject({
        kind: "unreachable",
      });
    });

    it("never exposes the token or the text in an error", async () => {
      const failing = createTelegramChannel({
        token: server.token,
        webhookSecret: SECRET,
        index: createMessageIndex(),
        apiRoot: server.url,
        fetch: (url) =>
          Promise.reject(new TypeError(`fetch failed: ${JSON.stringify(url)}`)),
      });
      failWith(
        400,
        `Bad Request: no such path /bot${server.token}/sendMessage`,
      );
      for (const from of [failing, channel]) {
        const error = await send("private words", { chat: 42 }, from).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(DeliveryError);
        const shown = inspect(error);
        expect(shown).not.toContain(server.token);
        expect(shown).not.toContain("private words");
      }
    });

    it("works if the API root ends with a slash", async () => {
      const slashed = createTelegramChannel({
        token: server.token,
        webhookSecret: SECRET,
        index: createMessageIndex(),
        apiRoot: `${server.url}/`,
      });
      await send("Hello", { chat: 42 }, slashed);
      expect(server.sent).toHaveLength(1);
    });
  });

  describe("showTyping", () => {
    it("shows it in the chat, or its topic", async () => {
      const { signal } = new AbortController();
      await channel.showTyping?.({ chat: 42, message: 31 }, { signal });
      await channel.showTyping?.(
        { chat: 42, message: 31, thread: 7 },
        { signal },
      );
      expect(server.calls).toEqual([
        {
          method: "sendChatAction",
          parameters: { chat_id: 42, action: "typing" },
        },
        {
          method: "sendChatAction",
          parameters: { chat_id: 42, action: "typing", message_thread_id: 7 },
        },
      ]);
    });
  });

  describe("the answer to an update", () => {
    it.each([
      [
        "makes the chat show typing",
        createTelegramUpdate(),
        { method: "sendChatAction", chat_id: 42, action: "typing" },
      ],
      [
        "makes the topic show typing",
        createTelegramUpdate({
          message: { message_thread_id: 7, is_topic_message: true },
        }),
        {
          method: "sendChatAction",
          chat_id: 42,
          action: "typing",
          message_thread_id: 7,
        },
      ],
      [
        "ends a pressed button's spinner",
        createTelegramPress({ id: 5, data: "memory" }),
        { method: "answerCallbackQuery", callback_query_id: "press-5" },
      ],
      [
        "is empty if nobody is answered",
        createTelegramMediaUpdate({ pinned_message: {} }),
        "",
      ],
    ])("%s, without a call", async (_, update, call) => {
      const delivered: string[] = [];
      const receiver = createReceiver({
        channels: [{ definition: TELEGRAM }],
        receiving: new Map([["telegram", async () => channel]]),
        mailbox: {
          watch: () => expect.unreachable("No answer waits for a turn."),
          async deliver({ id }) {
            delivered.push(id);
            return { kind: "full", limit: 1 };
          },
        },
      });
      const response = await receiver.receive(
        new Request("https://parley.test/telegram/webhook", {
          method: "POST",
          headers: { "X-Telegram-Bot-Api-Secret-Token": SECRET },
          body: JSON.stringify(update),
        }),
      );
      expect(response?.status).toBe(200);
      expect(await response?.text()).toBe(call && JSON.stringify(call));
      expect(delivered).toHaveLength(call === "" ? 0 : 1);
      expect(server.calls).toEqual([]);
    });
  });

  function receive(update: unknown) {
    return channel.receive(
      createRequest({ body: JSON.stringify(update), secret: SECRET }),
    );
  }

  function failWith(status: number, description: string): void {
    server.failNext({
      method: "sendMessage",
      status,
      body: { ok: false, error_code: status, description },
    });
  }

  async function send(
    markdown: string,
    to: Record<string, number> = { chat: 42, message: 31 },
    from = channel,
  ) {
    const [part] = await from.split(markdown);
    if (part === undefined) throw new Error("Nothing to send.");
    return from.send(part, to, sendOptions());
  }
});

function createChannel({ token, url }: TelegramServer): ReceivingChannel {
  return createTelegramChannel({
    token,
    webhookSecret: SECRET,
    apiRoot: url,
    index: createMessageIndex(),
  });
}

function createRequest({
  body,
  secret,
}: {
  body: BodyInit;
  secret?: string;
}): Request {
  // Node requires `duplex` for a stream, which the types lack.
  const init = {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      ...(secret !== undefined && {
        "X-Telegram-Bot-Api-Secret-Token": secret,
      }),
    },
    duplex: "half",
  };
  return new Request("https://parley.test/telegram/webhook", init);
}
