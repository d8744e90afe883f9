import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLineChannel } from "../../../src/channels/line/line-channel.ts";
import type { ReceivingChannel } from "../../../src/types/channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { acceptRequest } from "../../fixtures/accept-request.ts";
import {
  createLineRequest,
  LINE_SECRET,
} from "../../fixtures/line-requests.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  LINE_TOKEN,
  startLineServer,
  type LineServer,
} from "../../stubs/line-server.ts";

const USER = "U4af4980629a3a8f0a2b1c3d4e5f60718";
const GROUP = "Ca56f94637c4f5b6a7988c0d1e2f3a4b5";
const SENT_AT = 1_790_000_000_000;

const event = (overrides: object = {}) => ({
  type: "message",
  mode: "active",
  timestamp: SENT_AT,
  source: { type: "user", userId: USER },
  webhookEventId: "01FZ74A0TDDPYRVKNK77XKC3ZR",
  deliveryContext: { isRedelivery: false },
  replyToken: "nHuyWiB7yP5Zw52FIkcQobQuGDXCTA",
  message: {
    id: "444573844083572737",
    type: "text",
    quoteToken: "q",
    text: "Hi",
  },
  ...overrides,
});
const webhook = (...events: object[]) =>
  JSON.stringify({ destination: "Ubot", events });

function createChannel(
  { url }: Pick<LineServer, "url">,
  replies: "reply" | "push" = "reply",
  now = () => SENT_AT,
  idsKnownMs = Infinity,
): ReceivingChannel {
  return createLineChannel({
    channelSecret: LINE_SECRET,
    idsKnownMs,
    token: LINE_TOKEN,
    apiRoot: url,
    dataApiRoot: url,
    replies,
    now,
  });
}

describeChannelContract("line", {
  start: startLineServer,
  create: createChannel,
  settings: {
    LINE_CHANNEL_SECRET: LINE_SECRET,
    LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
  },
  request: (body) => createLineRequest(body),
  body: webhook(event()),
  unauthenticated: {
    "no signature": (body) => createLineRequest(body, ""),
    "another signature": (body) =>
      createLineRequest(
        body,
        createHmac("sha256", "x").update("y").digest("base64"),
      ),
    "a signature that is no base64": (body) => createLineRequest(body, "!"),
  },
  isBodySigned: true,
  acknowledgesInvalid: true,
  sending: {
    to: { chat: USER },
    deduplicatesByKey: true,
  },
});

describe("LINE channel", () => {
  let server: LineServer;
  let channel: ReceivingChannel;
  beforeEach(async () => {
    server = await startLineServer();
    channel = createChannel(server);
  });
  afterEach(() => server.close());

  const receive = async (...events: object[]) => {
    const request = createLineRequest(webhook(...events));
    return (await acceptRequest(channel, request)).messages;
  };
  const inGroup = (message: object) =>
    event({
      source: { type: "group", groupId: GROUP, userId: USER },
      message: { id: "1", type: "text", ...message },
    });
  const mention = { mentionees: [{ index: 0, length: 7, isSelf: true }] };

  it("takes no event that is older than the ids of messages are kept, and all others next to it", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const keptMs = 8 * 86_400_000;
    const now = () => SENT_AT + keptMs;
    channel = createChannel(server, "reply", now, keptMs);
    const older = {
      timestamp: SENT_AT - 1,
      deliveryContext: { isRedelivery: true },
    };
    const replayed = [
      event(older),
      event({ ...older, type: "postback", postback: { data: "new yes" } }),
    ];
    expect(await receive(...replayed)).toEqual([]);
    expect(await receive(...replayed, event())).toHaveLength(1);
    channel = createChannel(server, "reply", now);
    expect(await receive(...replayed)).toHaveLength(2);
    const two = [expect.stringMatching(/LINE event not taken.*"events":2/)];
    expect(warn.mock.calls).toEqual([two, two]);
  });

  it("accepts all messages of a webhook, with their reply addresses", async () => {
    const second = { id: "2", type: "text", text: "/new now" };
    const messages = await receive(event(), event({ message: second }));
    expect(messages).toMatchObject([
      {
        id: "444573844083572737",
        conversation: `line:${USER}`,
        author: { id: USER },
        text: "Hi",
        replyTo: { chat: USER, token: event().replyToken },
      },
      { id: "2", command: { name: "new", argument: "now" } },
    ]);
  });

  it("accepts the messages of a webhook with another malformed event", async () => {
    expect(await receive({ type: 1 }, event())).toHaveLength(1);
  });

  it("answers in groups if it is mentioned, and removes the mention", async () => {
    expect(await receive(inGroup({ text: "Hello all" }))).toEqual([]);
    const [message] = await receive(inGroup({ text: "@Parley /why", mention }));
    expect(message).toMatchObject({
      conversation: `line:${GROUP}`,
      isGroup: true,
      text: "/why",
      command: { name: "why", argument: "" },
      replyTo: { chat: GROUP },
    });
  });

  it.each([
    ["Ask @Parley", [{ index: 4, length: 7, isSelf: true }]],
    [
      "@Ann @Parley hi",
      [
        { index: 0, length: 4 },
        { index: 5, length: 7, isSelf: true },
      ],
    ],
  ])("keeps a mention that does not lead: %j", async (text, mentionees) => {
    const said = inGroup({ text, mention: { mentionees } });
    expect(await receive(said)).toMatchObject([{ text }]);
  });

  it("accepts an edit that mentions it under the id of the original message", async () => {
    const said = inGroup({ text: "@Parley Hi", mention });
    const edited = { ...said, type: "messageEdited" };
    expect(await receive(edited)).toEqual(await receive(said));
    const aside = { ...inGroup({ text: "Hi all" }), type: "messageEdited" };
    expect(await receive(aside)).toEqual([]);
  });

  it("replies by the token while it is valid, then pushes", async () => {
    const [message] = await receive(event());
    const { replyTo } = message ?? { replyTo: {} };
    server.issue(event().replyToken, USER);
    await channel.send({ text: "one" }, replyTo, sendOptions());
    await channel.send({ text: "two" }, replyTo, sendOptions());
    expect(server.shown).toEqual([
      { by: "reply", to: USER, message: { type: "text", text: "one" } },
      { by: "push", to: USER, message: { type: "text", text: "two" } },
    ]);
    const later = createChannel(server, "reply", () => SENT_AT + 60_000);
    server.issue(event().replyToken, USER);
    await later.send({ text: "three" }, replyTo, sendOptions());
    expect(server.shown.at(-1)?.by).toBe("push");
  });

  it("sends a pushed part once if the response is lost", async () => {
    const pushing = createChannel(server, "push");
    const options = sendOptions();
    const token = event().replyToken;
    server.issue(token, USER);
    const send = () => {
      const to = { chat: USER, token, tokenUntil: SENT_AT + 1 };
      return pushing.send({ text: "one" }, to, options);
    };
    server.failNext("/v2/bot/message/push", "drop");
    await expect(send()).rejects.toMatchObject({ kind: "unreachable" });
    await send();
    expect(server.shown).toMatchObject([{ by: "push" }]);
  });

  it("reports LINE's Retry-After, and a user who has blocked the bot", async () => {
    server.failNext("/v2/bot/message/push", {
      status: 429,
      headers: { "retry-after": "7" },
    });
    const send = (chat: string) =>
      channel.send({ text: "one" }, { chat }, sendOptions());
    await expect(send(USER)).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 7_000,
    });
    await expect(send("Ugone")).rejects.toMatchObject({ kind: "gone" });
    for (const [message, kind] of [
      ["Failed to send messages", "gone"],
      ["A message (messages[0]) in the request body is invalid", "refused"],
    ]) {
      server.failNext("/v2/bot/message/push", {
        status: 400,
        body: { message },
      });
      await expect(send(USER)).rejects.toMatchObject({ kind });
    }
  });

  it("shows buttons as quick replies, and the loading animation in private chats only", async () => {
    await channel.send(
      {
        text: "Sure?",
        buttons: Array.from({ length: 14 }, () => [
          { label: "Yes, I am very sure🎉", command: "new yes" },
        ]),
      },
      { chat: USER },
      sendOptions(),
    );
    expect(server.shown[0]?.message).toMatchObject({
      quickReply: {
        items: Array.from({ length: 13 }, () => ({
          action: {
            type: "postback",
            label: "Yes, I am very sure",
            displayText: "Yes, I am very sure🎉",
            data: "new yes",
          },
        })),
      },
    });
    const { signal } = new AbortController();
    await channel.showTyping?.({ chat: USER }, { signal });
    await channel.showTyping?.({ chat: GROUP }, { signal });
    expect(server.loading).toEqual([USER]);
    expect(server.calls).toHaveLength(2);
  });

  it("converts Markdown to text, with the addresses of links", async () => {
    const markdown =
      "# Rain\n\n**Take** an [umbrella](https://u.example)!, [hat](https://h.example)*s*, [https://r.example/](https://r.example/), `now`.";
    expect(await channel.split(markdown)).toEqual([
      {
        text: "Rain\n\nTake an umbrella (https://u.example/)!, hat (https://h.example/) s, https://r.example/, now.",
      },
    ]);
  });

  it("fetches contents up to a limit, and recognises deleted ones", async () => {
    server.contents.set("m1", "hello");
    const fetchContent = (file: string, maxBytes: number) =>
      channel.fetchAttachment?.(file, {
        maxBytes,
        signal: new AbortController().signal,
      });
    expect(await fetchContent("m1", 5)).toMatchObject({ kind: "fetched" });
    expect(await fetchContent("m1", 4)).toEqual({ kind: "too-large" });
    expect(await fetchContent("m2", 4)).toEqual({ kind: "gone" });
    server.failNext("/v2/bot/message/m1", { status: 202 });
    await expect(fetchContent("m1", 5)).rejects.toThrow("202");
  });
});
