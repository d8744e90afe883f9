import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMessengerChannel } from "../../../src/channels/meta/messenger-channel.ts";
import type { ReceivingChannel } from "../../../src/types/channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { acceptRequest } from "../../fixtures/accept-request.ts";
import {
  createMetaRequest,
  META_APP_SECRET,
  META_UNAUTHENTICATED,
  META_VERIFY_TOKEN,
} from "../../fixtures/meta-requests.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  ABSENT,
  GRAPH_TOKEN,
  startGraphServer,
  type GraphServer,
} from "../../stubs/graph-server.ts";

const PERSON = "6789012345";
const messaging = (more: object) => ({
  sender: { id: PERSON },
  recipient: { id: "1" },
  timestamp: 1_790_000_000_000,
  ...more,
});
const TEXT = messaging({ message: { mid: "m_Ab1", text: "Hello" } });
const delivery = (...events: object[]) =>
  JSON.stringify({
    object: "page",
    entry: events.map((event) => ({ id: "1", time: 1, messaging: [event] })),
  });

function createChannel(
  { url }: Pick<GraphServer, "url">,
  more: { idsKnownMs?: number; now?: () => number } = {},
): ReceivingChannel {
  return createMessengerChannel({
    token: GRAPH_TOKEN,
    appSecret: META_APP_SECRET,
    verifyToken: META_VERIFY_TOKEN,
    idsKnownMs: Infinity,
    apiRoot: url,
    ...more,
  });
}

describeChannelContract("messenger", {
  start: startGraphServer,
  create: createChannel,
  settings: {
    MESSENGER_PAGE_TOKEN: GRAPH_TOKEN,
    MESSENGER_APP_SECRET: META_APP_SECRET,
    MESSENGER_VERIFY_TOKEN: META_VERIFY_TOKEN,
  },
  request: (body) => createMetaRequest("messenger", body),
  body: delivery(TEXT),
  unauthenticated: META_UNAUTHENTICATED("messenger"),
  isBodySigned: true,
  maxBytes: 4_000_000,
  acknowledgesInvalid: true,
  sending: {
    to: { chat: PERSON },
  },
});

describe("Messenger channel", () => {
  let server: GraphServer;
  let channel: ReceivingChannel;
  beforeEach(async () => {
    server = await startGraphServer();
    channel = createChannel(server);
  });
  afterEach(() => server.close());

  const receive = async (...events: object[]) => {
    const request = createMetaRequest("messenger", delivery(...events));
    return (await acceptRequest(channel, request)).messages;
  };

  it("accepts all messages and button presses of all entries", async () => {
    const messages = await receive(
      TEXT,
      messaging({
        message: {
          mid: "m_2",
          text: "Yes",
          quick_reply: { payload: "/memory forget 7" },
        },
      }),
      messaging({ postback: { mid: "m_3", title: "Help", payload: "/help" } }),
      messaging({
        postback: {
          mid: "m_5",
          title: "What is new?",
          payload: "new arrivals",
        },
      }),
      messaging({ message: { mid: "m_4", attachments: [{ type: "image" }] } }),
    );
    expect(messages).toMatchObject([
      { id: "m_Ab1", conversation: `messenger:${PERSON}`, text: "Hello" },
      { id: "m_2", command: { name: "memory", argument: "forget 7" } },
      { id: "m_3", command: { name: "help" } },
      { id: "m_5", text: "What is new?" },
      { id: "m_4", attachments: [{ kind: "photo", file: "m_4 0" }] },
    ]);
  });

  it("takes no message that is older than the ids of messages are kept", async () => {
    const { timestamp } = TEXT;
    const timeless = { ...TEXT, timestamp: undefined };
    const taken = [];
    for (const age of [60_000, 60_001]) {
      const now = () => timestamp + age;
      channel = createChannel(server, { idsKnownMs: 60_000, now });
      taken.push((await receive(TEXT, timeless)).length);
    }
    expect(taken).toEqual([2, 1]);
  });

  it("sends buttons as quick replies, and shows typing", async () => {
    const buttons = Array.from({ length: 14 }, () => [
      { label: "Yes, I am very sure🎉", command: "new yes" },
    ]);
    await channel.send(
      { text: "Sure?", buttons },
      { chat: PERSON },
      sendOptions(),
    );
    expect(server.shown).toMatchObject([
      {
        messaging_type: "RESPONSE",
        message: {
          quick_replies: Array.from({ length: 13 }, () => ({
            title: "Yes, I am very sure",
            payload: "/new yes",
          })),
        },
      },
    ]);
    const { signal } = new AbortController();
    await channel.showTyping?.({ chat: PERSON }, { signal });
    expect(server.actions).toMatchObject([
      { sender_action: "mark_seen" },
      { sender_action: "typing_on" },
    ]);
  });

  it("takes nothing for a person's that it has sent itself", async () => {
    await channel.send({ text: "Hi" }, { chat: PERSON }, sendOptions());
    const message = { text: "Hi", metadata: "parley" };
    expect(server.shown).toEqual([
      { recipient: { id: PERSON }, messaging_type: "RESPONSE", message },
    ]);
    const echoed = { ...message, is_echo: true };
    const said = { sender: { id: "1" }, recipient: { id: PERSON } };
    expect(
      await receive(
        messaging({ ...said, message: { mid: "m_1", ...echoed } }),
        messaging({
          ...said,
          message: { mid: "m_2", is_echo: true, app_id: 1, text: "Hi" },
        }),
      ),
    ).toMatchObject([{ id: "m_2", conversation: `messenger:${PERSON}` }]);
  });

  it("gives up if a person has not written for a day", async () => {
    await expect(
      channel.send({ text: "Hi" }, { chat: ABSENT }, sendOptions()),
    ).rejects.toMatchObject({ kind: "gone" });
  });

  it("fetches each of several photos", async () => {
    const photos = ["first", "second", "third"];
    for (const [index, photo] of photos.entries())
      server.media.set(index === 0 ? "m_4" : `m_4-${index}`, photo);
    const attachments = photos.map(() => ({ type: "image" }));
    const [message] = await receive(
      messaging({ message: { mid: "m_4", attachments } }),
    );
    const { signal } = new AbortController();
    const fetched = [];
    for (const { file = "" } of message?.attachments ?? []) {
      const content = await channel.fetchAttachment?.(file, {
        maxBytes: 9,
        signal,
      });
      if (content?.kind === "fetched")
        fetched.push(new TextDecoder().decode(content.bytes));
    }
    expect(fetched).toEqual(photos);
    const places = server.calls.filter(({ path }) => /^.content/.test(path));
    // Their addresses are signed.
    for (const { headers } of places)
      expect(headers).not.toHaveProperty("authorization");
    expect(places).toHaveLength(3);
  });

  it("downloads no attachment that Meta no longer lists, or that is too large", async () => {
    server.media.set("m_4", "hello");
    const { signal } = new AbortController();
    const fetchFile = (file: string, maxBytes: number) =>
      channel.fetchAttachment?.(file, { maxBytes, signal });
    expect(await fetchFile("m_4 1", 9)).toEqual({ kind: "gone" });
    expect(await fetchFile("m_4 0", 4)).toEqual({ kind: "too-large" });
    expect(server.calls.map(({ path }) => path)).toEqual([
      "/m_4/attachments",
      "/m_4/attachments",
    ]);
  });
});
