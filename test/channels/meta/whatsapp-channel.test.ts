import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWhatsAppChannel } from "../../../src/channels/meta/whatsapp-channel.ts";
import type { ReceivingChannel } from "../../../src/types/channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { acceptRequest } from "../../fixtures/accept-request.ts";
import {
  createMetaChallenge,
  createMetaRequest,
  META_APP_SECRET,
  META_UNAUTHENTICATED,
  META_VERIFY_TOKEN,
} from "../../fixtures/meta-requests.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  ABSENT,
  GRAPH_TOKEN,
  PHONE_NUMBER_ID,
  startGraphServer,
  type GraphServer,
} from "../../stubs/graph-server.ts";

const PERSON = "16505551234";
const TEXT = {
  from: PERSON,
  id: "wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQz",
  timestamp: "1790000000",
  type: "text",
  text: { body: "Does it come in another color?" },
};
const change = (
  messages: readonly object[],
  phoneNumberId = PHONE_NUMBER_ID,
) => ({
  field: "messages",
  value: {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "1", phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: "Sheena" }, wa_id: PERSON }],
    messages,
  },
});
const delivery = (...changes: object[]) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: changes.map((one) => ({ id: "1", changes: [one] })),
  });

function createChannel(
  { url }: Pick<GraphServer, "url">,
  more: { idsKnownMs?: number; now?: () => number } = {},
): ReceivingChannel {
  return createWhatsAppChannel({
    token: GRAPH_TOKEN,
    phoneNumberId: PHONE_NUMBER_ID,
    appSecret: META_APP_SECRET,
    verifyToken: META_VERIFY_TOKEN,
    idsKnownMs: Infinity,
    apiRoot: url,
    ...more,
  });
}

describeChannelContract("whatsapp", {
  start: startGraphServer,
  create: createChannel,
  settings: {
    WHATSAPP_ACCESS_TOKEN: GRAPH_TOKEN,
    WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
    WHATSAPP_APP_SECRET: META_APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: META_VERIFY_TOKEN,
  },
  request: (body) => createMetaRequest("whatsapp", body),
  body: delivery(change([TEXT])),
  unauthenticated: META_UNAUTHENTICATED("whatsapp"),
  isBodySigned: true,
  maxBytes: 4_000_000,
  acknowledgesInvalid: true,
  sending: {
    to: { chat: PERSON },
  },
});

describe("WhatsApp channel", () => {
  let server: GraphServer;
  let channel: ReceivingChannel;
  beforeEach(async () => {
    server = await startGraphServer();
    channel = createChannel(server);
  });
  afterEach(() => server.close());

  const receive = async (...changes: object[]) => {
    const request = createMetaRequest("whatsapp", delivery(...changes));
    return (await acceptRequest(channel, request)).messages;
  };

  it("accepts all messages of all entries, except those to other numbers", async () => {
    const messages = await receive(
      change([TEXT, { ...TEXT, id: "wamid.2" }]),
      change([{ ...TEXT, id: "wamid.3" }]),
      change([{ ...TEXT, id: "wamid.4" }], "999999"),
    );
    expect(messages.map(({ id }) => id)).toEqual([
      TEXT.id,
      "wamid.2",
      "wamid.3",
    ]);
    expect(messages[0]).toMatchObject({
      conversation: `whatsapp:${PERSON}`,
      author: { id: PERSON, name: "Sheena" },
      text: "Does it come in another color?",
      replyTo: { chat: PERSON, message: TEXT.id },
    });
  });

  it("accepts the messages next to a malformed one", async () => {
    expect(await receive(change([{ id: 7 }, TEXT]))).toHaveLength(1);
  });

  it("answers Meta's verification request with its challenge, only with the right token", async () => {
    const right = createMetaChallenge("whatsapp", META_VERIFY_TOKEN);
    expect(await channel.receive(right)).toMatchObject({
      messages: [],
      answer: { type: "text/plain", body: "1158201444" },
    });
    for (const wrong of [
      createMetaChallenge("whatsapp", "wrong"),
      createMetaChallenge("whatsapp", META_VERIFY_TOKEN, "<script>"),
    ])
      expect(await channel.receive(wrong)).toMatchObject({
        problem: { status: 401 },
      });
  });

  it("writes to people without a number by their id for this business", async () => {
    for (const chat of [PERSON, "US.13491208655302741918"])
      await channel.send({ text: "Hi" }, { chat }, sendOptions());
    const said = {
      messaging_product: "whatsapp",
      type: "text",
      text: { body: "Hi", preview_url: false },
    };
    expect(server.shown).toEqual([
      { ...said, to: PERSON },
      { ...said, recipient: "US.13491208655302741918" },
    ]);
  });

  it("takes no message that is older than the ids of messages are kept", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const at = Number(TEXT.timestamp) * 1_000;
    const receiveAt = async (now: number) => {
      channel = createChannel(server, {
        idsKnownMs: 86_400_000,
        now: () => now,
      });
      return (await receive(change([TEXT]))).length;
    };
    expect(await receiveAt(at + 86_400_000)).toBe(1);
    expect(await receiveAt(at + 86_400_001)).toBe(0);
    expect(warn.mock.calls.join(" ")).toContain("WhatsApp message not taken");
  });

  it.each([
    ["one button", 1, "Sure?"],
    ["three buttons below the longest text", 3, "x".repeat(1_024)],
    ["the commands of four buttons", 4, "Sure?"],
    ["the command of a button below a longer text", 1, "x".repeat(1_025)],
  ])("sends %s", async (what, count, text) => {
    const yes = { label: "Yes, I am very sure🎉", command: "new yes" };
    const buttons = Array.from({ length: count }, () => [yes]);
    await channel.send({ text, buttons }, { chat: PERSON }, sendOptions());
    const reply = { id: "new yes", title: "Yes, I am very sure" };
    expect(server.shown).toMatchObject([
      what.includes("command")
        ? { text: { body: expect.stringContaining("sure🎉: /new yes") } }
        : {
            interactive: {
              action: {
                buttons: Array.from({ length: count }, () => ({ reply })),
              },
            },
          },
    ]);
  });

  it("gives up if a person has not written for a day, and waits if Meta asks for it", async () => {
    const send = (chat: string) =>
      channel.send({ text: "Hi" }, { chat }, sendOptions());
    await expect(send(ABSENT)).rejects.toMatchObject({ kind: "gone" });
    server.failNext(`/${PHONE_NUMBER_ID}`, {
      status: 400,
      body: { error: { code: 131056, message: "Pair rate limit hit" } },
    });
    await expect(send(PERSON)).rejects.toMatchObject({ kind: "rate-limited" });
    server.failNext(`/${PHONE_NUMBER_ID}`, {
      status: 401,
      body: { error: { code: 190, message: "Expired" } },
    });
    await expect(send(PERSON)).rejects.toMatchObject({
      kind: "refused",
      message: expect.not.stringContaining(GRAPH_TOKEN),
    });
  });

  it("marks the message as read and shows typing, if it knows the message", async () => {
    const { signal } = new AbortController();
    await channel.showTyping?.(
      { chat: PERSON, message: "wamid.1" },
      { signal },
    );
    await channel.showTyping?.({ chat: PERSON }, { signal });
    expect(server.actions).toMatchObject([
      {
        status: "read",
        message_id: "wamid.1",
        typing_indicator: { type: "text" },
      },
    ]);
  });

  it("writes Markdown in WhatsApp's markup, and escapes literal asterisks", async () => {
    const [part] = await channel.split(
      "# Rain\n\n> Soon\n\n**Take** *an* ~~old~~ [umbrella](https://u.example/a_b), [https://r.example/a_b](https://r.example/a_b), 2 * 3, a_b, `x`.\n\n```js\nlet a;\n```",
    );
    expect(part?.text.replaceAll("\u2060", "^")).toBe(
      "*Rain*\n\n> Soon\n\n*Take* _an_ ~old~ umbrella (https://u.example/a_b), https://r.example/a_b, 2 *^ 3, a_^b, `x`.\n\n```let a;```",
    );
  });

  it("fetches media only from Meta, up to a size limit", async () => {
    server.media.set("4711", "hello");
    const fetchMedia = (maxBytes: number) =>
      channel.fetchAttachment?.("4711", {
        maxBytes,
        signal: new AbortController().signal,
      });
    expect(await fetchMedia(5)).toMatchObject({ kind: "fetched" });
    expect(await fetchMedia(4)).toEqual({ kind: "too-large" });
    expect(server.calls.at(-1)?.path).toBe("/4711");
    server.failNext("/4711", { status: 400, body: { error: { code: 100 } } });
    expect(await fetchMedia(5)).toEqual({ kind: "gone" });
    server.failNext("/4711", { status: 503 });
    await expect(fetchMedia(5)).rejects.toThrow("503");
    const { hostname } = new URL(server.url);
    for (const place of ["https://evil.example", `http://${hostname}:1`]) {
      server.failNext("/4711", { body: { url: `${place}/x` } });
      expect(await fetchMedia(5)).toEqual({ kind: "gone" });
    }
  });
});
