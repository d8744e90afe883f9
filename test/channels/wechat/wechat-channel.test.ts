import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cdata, parseFlatXml } from "../../../src/channels/wechat/flat-xml.ts";
import { createWechatChannel } from "../../../src/channels/wechat/wechat-channel.ts";
import type {
  ReceivingChannel,
  Reception,
  TurnAnswer,
  TurnProgress,
} from "../../../src/types/channel.ts";
import {
  describeChannelContract,
  withoutPlatform,
} from "../../contracts/channel-contract.ts";
import { acceptRequest } from "../../fixtures/accept-request.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  CALLBACK_TOKEN,
  decryptCallback,
  ENCODING_AES_KEY,
  encryptCallback,
  sha1Of,
  signedQuery,
} from "../../fixtures/weixin-callbacks.ts";
import {
  startWechatServer,
  WECHAT_APP,
  type WechatServer,
} from "../../stubs/wechat-server.ts";

const URL_OF_WEBHOOK = "https://bot.example/wechat/webhook";
const PERSON = "o6_bmjrPTlm6_2sgVt7hMZOPfL2M";
const SENT_AT = 1_790_000_000_000;

/** As WeChat documents it. */
function callback(fields: Readonly<Record<string, string>> = {}): string {
  const all: Record<string, string> = {
    ToUserName: "gh_848b8d1809b5",
    FromUserName: PERSON,
    CreateTime: `${SENT_AT / 1_000}`,
    MsgType: "text",
    MsgId: "22876340532172986",
    ...fields,
  };
  const xml = Object.entries(all).map(([name, value]) =>
    /^\d+$/.test(value) ? `<${name}>${value}</${name}>` : cdata(name, value),
  );
  return `<xml>${xml.join("\n")}</xml>`;
}
const TEXT = callback({ Content: "你好" });

/** Node requires it for stream bodies; Workers' types do not know it. */
const STREAMED = { duplex: "half" } as object;

function createRequest(
  body: BodyInit,
  options: Parameters<typeof signedQuery>[1] & { receiveId?: string } = {},
): Request {
  const isKnown = typeof body === "string" || body instanceof Uint8Array;
  const receiveId = WECHAT_APP.appId;
  const encrypted = isKnown
    ? encryptCallback(body, { receiveId, ...options })
    : "";
  const query = signedQuery(encrypted, options).toString();
  return new Request(`${URL_OF_WEBHOOK}?${query}&encrypt_type=aes`, {
    method: "POST",
    body: isKnown
      ? `<xml>${cdata("ToUserName", "gh_848b8d1809b5")}\n${cdata("Encrypt", encrypted)}</xml>`
      : body,
    ...STREAMED,
  });
}

function createChannel(
  { url }: Pick<WechatServer, "url">,
  {
    replies = "customer-service",
    now = () => SENT_AT,
  }: { replies?: "customer-service" | "passive"; now?: () => number } = {},
): ReceivingChannel {
  return createWechatChannel({
    ...WECHAT_APP,
    token: CALLBACK_TOKEN,
    encodingAesKey: ENCODING_AES_KEY,
    apiRoot: url,
    replies,
    now,
  });
}

const SETTINGS = {
  WECHAT_APP_ID: WECHAT_APP.appId,
  WECHAT_APP_SECRET: WECHAT_APP.appSecret,
  WECHAT_TOKEN: CALLBACK_TOKEN,
  WECHAT_ENCODING_AES_KEY: ENCODING_AES_KEY,
};

const CONTRACT = {
  settings: SETTINGS,
  request: (body: BodyInit) => createRequest(body),
  body: TEXT,
  unauthenticated: {
    "no signature": () =>
      new Request(URL_OF_WEBHOOK, { method: "POST", body: TEXT }),
    "another token": (body: BodyInit) =>
      createRequest(body, { token: "another" }),
    "a signature of an hour ago": (body: BodyInit) =>
      createRequest(body, { ageSeconds: 3_600 }),
    "another account's app id": (body: BodyInit) =>
      createRequest(body, { receiveId: "wx0000000000000000" }),
  },
  isBodySigned: true,
  acknowledgesInvalid: true,
};

describeChannelContract("wechat", {
  ...CONTRACT,
  start: startWechatServer,
  create: createChannel,
  sending: {
    to: { chat: PERSON },
  },
});

describe("with passive replies", () => {
  describeChannelContract("wechat", {
    ...CONTRACT,
    settings: { ...SETTINGS, WECHAT_REPLIES: "passive" },
    start: withoutPlatform,
    create: () =>
      createChannel({ url: "http://127.0.0.1:1" }, { replies: "passive" }),
  });
});

let server: WechatServer;
beforeEach(async () => {
  server = await startWechatServer();
});
afterEach(() => server.close());

describe("messages of WeChat", () => {
  const receive = (
    fields: Readonly<Record<string, string>>,
    channel = createChannel(server),
  ) =>
    acceptRequest(channel, createRequest(callback(fields), { now: SENT_AT }));

  it("are accepted with their reply address, and get an empty response", async () => {
    expect(await receive({ Content: "/new now" })).toEqual({
      kind: "messages",
      messages: [
        {
          id: "22876340532172986",
          conversation: `wechat:${PERSON}`,
          channel: "wechat",
          author: { id: PERSON },
          text: "/new now",
          command: { name: "new", argument: "now" },
          attachments: [],
          replyTo: { chat: PERSON },
        },
      ],
    });
  });

  it("may be pictures, voice messages, locations, links, and unsupported types", async () => {
    const media = { MediaId: "media_id-1" };
    const take = async (fields: Readonly<Record<string, string>>) =>
      (await receive(fields)).messages;
    expect(await take({ MsgType: "image", ...media })).toMatchObject([
      { text: "", attachments: [{ kind: "photo", file: "media_id-1" }] },
    ]);
    expect(
      await take({ MsgType: "voice", ...media, Recognition: "said" }),
    ).toMatchObject([{ text: "said", attachments: [] }]);
    expect(await take({ MsgType: "voice", ...media })).toMatchObject([
      { attachments: [{ kind: "voice", mediaType: "audio/amr" }] },
    ]);
    expect(
      await take({
        MsgType: "location",
        Label: "Home",
        Location_X: "23.1",
        Location_Y: "113.3",
      }),
    ).toMatchObject([{ text: "Home\n23.1\n113.3" }]);
    expect(
      await take({ MsgType: "link", Title: "T", Url: "https://t.example" }),
    ).toMatchObject([{ forwarded: [{ text: "T\nhttps://t.example" }] }]);
    expect(await take({ MsgType: "video", ...media })).toMatchObject([
      { attachments: [{ kind: "other" }] },
    ]);
  });

  it("may be events: greets followers, reads a menu's key as text, ignores others", async () => {
    const take = async (fields: Readonly<Record<string, string>>) =>
      (await receive({ MsgType: "event", MsgId: "", ...fields })).messages;
    expect(await take({ Event: "subscribe", EventKey: "" })).toMatchObject([
      { id: `${SENT_AT / 1_000}-subscribe`, command: { name: "start" } },
    ]);
    expect(await take({ Event: "CLICK", EventKey: "/new" })).toMatchObject([
      { id: `${SENT_AT / 1_000}-CLICK-new`, command: { name: "new" } },
    ]);
    const long = { Event: "CLICK", EventKey: "x".repeat(100) };
    expect(await take(long)).toMatchObject([{ text: long.EventKey }]);
    expect(await take({ Event: "unsubscribe" })).toEqual([]);
  });

  it("come to a webhook that echoes the text of a signed check only", async () => {
    const channel = createChannel(server);
    const check = (token: string) => {
      const timestamp = `${SENT_AT / 1_000}`;
      const query = new URLSearchParams({
        signature: sha1Of(token, timestamp, "n"),
        timestamp,
        nonce: "n",
        echostr: "6161403175551610123",
      });
      return channel.receive(
        new Request(`${URL_OF_WEBHOOK}?${query.toString()}`),
      );
    };
    expect(await check(CALLBACK_TOKEN)).toMatchObject({
      answer: { type: "text/plain", body: "6161403175551610123" },
    });
    expect(await check("another")).toMatchObject({ kind: "refused" });
  });

  describe("that are answered passively", () => {
    const receiveAfter = (ms: number) =>
      receive(
        { Content: "你好" },
        createChannel(server, { replies: "passive", now: () => SENT_AT + ms }),
      );

    it("hold the first two attempts until WeChat times out, and never the last one", async () => {
      const waits = [];
      for (const ms of [0, 8_000, 9_000])
        waits.push(((await receiveAfter(ms)).answer as TurnAnswer).waitMs);
      expect(waits.map((ms) => ms > 5_000)).toEqual([true, true, false]);
    });

    it("get the whole reply, encrypted and from the account, in any attempt", async () => {
      const reception = await receiveAfter(5_500);
      const fields = await readAnswer(reception, {
        text: "**Hello** ]]> you",
        hasEnded: true,
        sources: [{ title: "A", url: "https://a.example/" }],
      });
      expect(fields).toMatchObject({
        ToUserName: PERSON,
        FromUserName: "gh_848b8d1809b5",
        CreateTime: `${SENT_AT / 1_000 + 5}`,
        MsgType: "text",
        Content: "Hello ]]> you\n\n> 🔗\n> 1. A (https://a.example/)",
      });
      expect(server.calls).toEqual([]);
    });

    it("get a notice in the last attempt if the reply is not finished", async () => {
      const fields = await readAnswer(await receiveAfter(10_500), {
        text: "Half of",
        hasEnded: false,
      });
      expect(fields?.["Content"]).toContain("not finished");
    });

    it("get at most 2,048 bytes, and an empty response if there is no reply", async () => {
      const reception = await receiveAfter(500);
      const long = await readAnswer(reception, {
        text: "字".repeat(2_000),
        hasEnded: true,
      });
      const content = long?.["Content"] ?? "";
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2_048);
      expect(content).toMatch(/^字+\s*字*…$/);
      expect(
        await readAnswer(reception, { text: "", hasEnded: true }),
      ).toBeUndefined();
    });
  });
});

describe("customer-service messages", () => {
  const send = (channel: ReceivingChannel, chat = PERSON, text = "one") =>
    channel.send({ text }, { chat }, sendOptions());
  const tokensAsked = () =>
    server.calls.filter(({ path }) => path === "/cgi-bin/stable_token").length;

  it("are plain text of at most 2,048 bytes, with the addresses of links", async () => {
    const channel = createChannel(server);
    const parts = await channel.split(
      `[Rain](https://r.example) ${"字".repeat(700)}`,
    );
    for (const { text } of parts) await send(channel, PERSON, text);
    expect(parts.length).toBeGreaterThan(1);
    expect(server.shown).toHaveLength(parts.length);
    expect(server.shown[0]?.text).toMatch(/^Rain \(https:\/\/r\.example\/\)/);
  });

  it("are announced by a typing indicator", async () => {
    const { signal } = new AbortController();
    await createChannel(server).showTyping?.({ chat: PERSON }, { signal });
    expect(server.calls.at(-1)).toMatchObject({
      path: expect.stringContaining("/cgi-bin/message/custom/typing?"),
      body: { touser: PERSON, command: "Typing" },
    });
  });

  it("share one token until it expires or WeChat rejects it", async () => {
    let time = SENT_AT;
    const channel = createChannel(server, { now: () => time });
    await send(channel);
    await send(channel);
    expect(tokensAsked()).toBe(1);
    server.revoke();
    await send(channel);
    expect(tokensAsked()).toBe(2);
    for (const errcode of [40014, 42001]) {
      server.failNext("/cgi-bin/message/custom/send", { body: { errcode } });
      await send(channel);
    }
    expect(tokensAsked()).toBe(4);
    server.hear(PERSON);
    // WeChat returns the same one until five minutes before it expires.
    for (const passedMs of [7_200_000 - 270_000, 270_000]) {
      time += passedMs;
      await send(channel);
    }
    expect(tokensAsked()).toBe(5);
    expect(server.shown).toHaveLength(7);
  });

  it("are retried if WeChat is busy, limits calls, or issues no token", async () => {
    const channel = createChannel(server);
    const path = "/cgi-bin/message/custom/send";
    const failWith = (errcode: number) =>
      server.failNext(path, { body: { errcode, errmsg: "x" } });
    failWith(-1);
    await expect(send(channel)).rejects.toMatchObject({ kind: "unreachable" });
    failWith(45009);
    await expect(send(channel)).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 3_600_000,
    });
    failWith(48001);
    await expect(send(channel)).rejects.toMatchObject({ kind: "refused" });
    const other = await startWechatServer({ listed: false });
    const error = await send(createChannel(other)).catch(
      (reason: unknown) => reason,
    );
    await other.close();
    expect(error).toMatchObject({ kind: "unreachable" });
    expect(String(error)).toContain("40164");
    expect(String(error)).not.toContain(WECHAT_APP.appSecret);
  });

  it("are given up 48 hours or five messages after the person wrote", async () => {
    const channel = createChannel(server);
    await expect(send(channel, "ogone")).rejects.toMatchObject({
      kind: "gone",
    });
    for (let count = 0; count < 5; count++) await send(channel);
    await expect(send(channel)).rejects.toMatchObject({ kind: "gone" });
    server.hear(PERSON);
    await send(channel);
    expect(server.shown).toHaveLength(6);
  });

  it("fetch media up to a size limit, and report those that are gone", async () => {
    const channel = createChannel(server);
    server.media.set("m1", "hello");
    const fetchMedia = (file: string, maxBytes: number) =>
      channel.fetchAttachment?.(file, {
        maxBytes,
        signal: new AbortController().signal,
      });
    expect(await fetchMedia("m1", 5)).toMatchObject({ kind: "fetched" });
    expect(await fetchMedia("m1", 4)).toEqual({ kind: "too-large" });
    expect(await fetchMedia("m2", 4)).toEqual({ kind: "gone" });
    server.failNext("/cgi-bin/media/get", { status: 503 });
    await expect(fetchMedia("m1", 5)).rejects.toThrow("503");
    for (const errcode of [-1, 45009]) {
      server.failNext("/cgi-bin/media/get", { body: { errcode } });
      await expect(fetchMedia("m1", 5)).rejects.toThrow("for the content");
    }
    server.revoke();
    expect(await fetchMedia("m1", 5)).toMatchObject({ kind: "fetched" });
    for (const errcode of [42001, 40001])
      server.failNext("/cgi-bin/media/get", { body: { errcode } });
    await expect(fetchMedia("m1", 5)).rejects.toThrow("token was refused");
  });
});

/** Decrypts and parses the answer; `undefined` if it is empty. */
async function readAnswer(
  { answer }: Extract<Reception, { kind: "messages" }>,
  progress: Partial<TurnProgress>,
): Promise<Record<string, string> | undefined> {
  if (answer === undefined || "body" in answer)
    throw new Error("The answer does not wait for the turn.");
  const { body } = await answer.write({
    text: "",
    hasEnded: false,
    sources: [],
    ...progress,
  });
  if (body === "") return undefined;
  const sealed = parseFlatXml(body);
  const encrypted = sealed?.get("Encrypt") ?? "";
  expect(sealed?.get("MsgSignature")).toBe(
    sha1Of(
      CALLBACK_TOKEN,
      sealed?.get("TimeStamp") ?? "",
      sealed?.get("Nonce") ?? "",
      encrypted,
    ),
  );
  const { text, receiveId } = decryptCallback(encrypted);
  expect(receiveId).toBe(WECHAT_APP.appId);
  return Object.fromEntries(parseFlatXml(text));
}
