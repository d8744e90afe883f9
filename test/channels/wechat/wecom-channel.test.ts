import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWecomChannel } from "../../../src/channels/wechat/wecom-channel.ts";
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
import {
  CALLBACK_TOKEN,
  decryptCallback,
  ENCODING_AES_KEY,
  encryptCallback,
  encryptFile,
  sha1Of,
  signedQuery,
} from "../../fixtures/weixin-callbacks.ts";
import {
  startPlatformServer,
  type PlatformServer,
} from "../../stubs/platform-server.ts";

const URL_OF_WEBHOOK = "https://bot.example/wecom/webhook";

/** https://developer.work.weixin.qq.com/document/path/100719 */
const callback = (overrides: object = {}) => ({
  msgid: "CAIQ16HMjQYY/NGag+OAgAMgq4KM0AI=",
  aibotid: "AIBOTID",
  chattype: "single",
  from: { userid: "ZhangSan" },
  response_url: "https://qyapi.weixin.qq.com/cgi-bin/aibot/response?code=x",
  msgtype: "text",
  text: { content: "hello robot" },
  ...overrides,
});
const ID = "CAIQ16HMjQYY_NGag-OAgAMgq4KM0AI";

/** Node requires it for stream bodies; Workers' types do not know it. */
const STREAMED = { duplex: "half" } as object;

function createRequest(
  body: BodyInit,
  options: Parameters<typeof signedQuery>[1] & { key?: string } = {},
): Request {
  const isKnown = typeof body === "string" || body instanceof Uint8Array;
  const encrypt = isKnown ? encryptCallback(body, options) : "";
  return new Request(
    `${URL_OF_WEBHOOK}?${String(signedQuery(encrypt, options))}`,
    {
      method: "POST",
      body: isKnown ? JSON.stringify({ encrypt }) : body,
      ...STREAMED,
    },
  );
}

const createChannel = (fetch?: typeof globalThis.fetch) =>
  createWecomChannel({
    token: CALLBACK_TOKEN,
    encodingAesKey: ENCODING_AES_KEY,
    ...(fetch && { fetch }),
  });

describeChannelContract("wecom", {
  start: withoutPlatform,
  create: () => createChannel(),
  settings: {
    WECOM_TOKEN: CALLBACK_TOKEN,
    WECOM_ENCODING_AES_KEY: ENCODING_AES_KEY,
  },
  request: (body) => createRequest(body),
  body: JSON.stringify(callback()),
  unauthenticated: {
    "no signature": () =>
      new Request(URL_OF_WEBHOOK, { method: "POST", body: "{}" }),
    "another token": (body) => createRequest(body, { token: "another" }),
    "a signature of an hour ago": (body) =>
      createRequest(body, { ageSeconds: 3_600 }),
    "another key": (body) => createRequest(body, { key: `${"A".repeat(42)}E` }),
  },
  isBodySigned: true,
  acknowledgesInvalid: true,
});

describe("WeCom channel", () => {
  const channel = createChannel();
  const receive = (body: object) =>
    acceptRequest(channel, createRequest(JSON.stringify(body)));

  it("answers a message at once by an open stream with the message's id", async () => {
    const reception = await receive(callback());
    expect(reception.messages).toMatchObject([
      {
        id: ID,
        conversation: "wecom:ZhangSan",
        author: { id: "ZhangSan" },
        text: "hello robot",
        replyTo: { chat: "ZhangSan" },
      },
    ]);
    expect(await readAnswer(reception)).toEqual({
      msgtype: "stream",
      stream: { id: ID, finish: false, content: "" },
    });
  });

  it("answers each refresh with the turn's text so far, until it has ended", async () => {
    const reception = await receive(refresh());
    expect(reception.messages).toEqual([]);
    const answer = reception.answer as TurnAnswer;
    expect(answer.turn).toEqual({ conversation: "wecom:ZhangSan", id: ID });
    expect(answer.waitMs).toBeLessThan(5_000);
    expect(
      await readAnswer(reception, { text: "**Hel", hasEnded: false }),
    ).toMatchObject({ stream: { id: ID, finish: false, content: "**Hel**" } });
    const sources = [{ title: "A [page]", url: "https://a.example/" }];
    const whole = await readAnswer(reception, {
      text: "**Hello**",
      hasEnded: true,
      sources,
    });
    expect(whole).toMatchObject({ stream: { id: ID, finish: true } });
    expect(whole.stream?.content).toContain(
      "**Hello**\n\n---\n- [A [page\\]](https",
    );
  });

  it("says in the stream that the model is away, until it answers", async () => {
    const progress = { text: "", hasEnded: false, isWaiting: true } as const;
    const { stream } = await readAnswer(await receive(refresh()), progress);
    expect(stream).toMatchObject({ finish: false });
    expect(stream?.content).toMatch(/\/stop.*\n\n.*I keep trying/);
  });

  it("finishes the stream of a rejected message with a notice", async () => {
    const { stream } = await readAnswer(await receive(refresh()), {
      text: "",
      hasEnded: true,
    });
    expect(stream).toMatchObject({ finish: true });
    expect(stream?.content).toContain("not accepted");
  });

  it("truncates content to 20,480 bytes without cutting a character", async () => {
    const { stream } = await readAnswer(await receive(refresh()), {
      text: "𠮷字".repeat(3_000),
      hasEnded: true,
    });
    const content = stream?.content ?? "";
    const bytes = Buffer.byteLength(content);
    expect(bytes).toBeLessThanOrEqual(20_480);
    expect(bytes).toBeGreaterThan(20_470);
    expect(content).toMatch(/^(?:𠮷字)+𠮷?…$/u);
  });

  it("leaves sources out that do not fit, rather than cutting a link", async () => {
    const text = "x".repeat(20_470);
    const sources = [{ title: "Moss", url: "https://moss.example/" }];
    const answer = { text, hasEnded: true, sources };
    const { stream } = await readAnswer(await receive(refresh()), answer);
    expect(stream?.content).toBe(text);
  });

  it("keeps the name that a private message begins with", async () => {
    const { messages } = await receive(
      callback({ text: { content: "@Ann is late" } }),
    );
    expect(messages).toMatchObject([{ text: "@Ann is late" }]);
  });

  it("keeps groups apart, and removes the mention before parsing a command", async () => {
    const { messages } = await receive(
      callback({
        chattype: "group",
        chatid: "wrkSFfCgAA",
        text: { content: "@RobotA /memory forget 7" },
        quote: { msgtype: "text", text: { content: "before" } },
      }),
    );
    expect(messages).toMatchObject([
      {
        conversation: "wecom:wrkSFfCgAA",
        isGroup: true,
        author: { id: "ZhangSan" },
        text: "/memory forget 7",
        command: { name: "memory", argument: "forget 7" },
        replyTo: { chat: "wrkSFfCgAA" },
        quoted: { text: "before" },
      },
    ]);
  });

  it("accepts pictures, files, transcribed voice messages, and mixed messages", async () => {
    const url = "https://files.example.com/1?sign=x";
    const take = async (body: object) =>
      (await receive(callback({ text: undefined, ...body }))).messages;
    expect(await take({ msgtype: "image", image: { url } })).toMatchObject([
      { text: "", attachments: [{ kind: "photo", file: url }] },
    ]);
    expect(await take({ msgtype: "file", file: { url } })).toMatchObject([
      { attachments: [{ kind: "document", file: url }] },
    ]);
    expect(
      await take({ msgtype: "voice", voice: { content: "said" } }),
    ).toMatchObject([{ text: "said", attachments: [] }]);
    const msg_item = [
      { msgtype: "text", text: { content: "look" } },
      { msgtype: "image", image: { url } },
    ];
    expect(await take({ msgtype: "mixed", mixed: { msg_item } })).toMatchObject(
      [{ text: "look", attachments: [{ kind: "photo" }] }],
    );
  });

  it("greets a person who opens the chat, and ignores other events", async () => {
    const event = (eventtype: string) =>
      callback({ msgtype: "event", text: undefined, event: { eventtype } });
    const opened = await receive(event("enter_chat"));
    expect(opened.messages).toMatchObject([{ command: { name: "start" } }]);
    expect(
      await readAnswer(opened, { text: "Hello!", hasEnded: true }),
    ).toEqual({ msgtype: "text", text: { content: "Hello!" } });
    const answer = opened.answer as TurnAnswer;
    expect(answer.waitMs).toBeLessThan(5_000);
    for (const progress of [
      { text: "Hel", hasEnded: false },
      { text: "", hasEnded: true },
    ])
      expect(await answer.write({ ...progress, sources: [] })).toEqual({
        type: "text/plain",
        body: "",
      });
    expect(await receive(event("feedback_event"))).toEqual({
      kind: "messages",
      messages: [],
    });
  });

  it("echoes the decrypted text of a signed check only", async () => {
    const echostr = encryptCallback("1616140317555161061");
    const check = (token: string) => {
      const query = signedQuery(echostr, { token });
      query.set("echostr", echostr);
      return channel.receive(
        new Request(`${URL_OF_WEBHOOK}?${query.toString()}`),
      );
    };
    expect(await check(CALLBACK_TOKEN)).toMatchObject({
      answer: { type: "text/plain", body: "1616140317555161061" },
    });
    expect(await check("another")).toMatchObject({ kind: "refused" });
  });
});

describe("files of WeCom", () => {
  let server: PlatformServer;
  let channel: ReceivingChannel;
  beforeEach(async () => {
    server = await startPlatformServer(({ path }) =>
      path === "/expired"
        ? { status: 403 }
        : { body: path === "/plain" ? "not encrypted" : undefined },
    );
    channel = createChannel((address) =>
      fetch(server.url + new URL(address as string).pathname),
    );
  });
  afterEach(() => server.close());
  const fetchFile = (address: string, maxBytes = 100) =>
    channel.fetchAttachment?.(address, {
      maxBytes,
      signal: new AbortController().signal,
    });

  it("are fetched up to a size limit, and decrypted", async () => {
    const bytes = encryptFile("a picture");
    channel = createChannel(async () => new Response(Uint8Array.from(bytes)));
    expect(await fetchFile("https://files.example.com/1")).toEqual({
      kind: "fetched",
      bytes: new TextEncoder().encode("a picture"),
    });
    const kinds = [];
    for (const maxBytes of [8, 9])
      kinds.push(
        (await fetchFile("https://files.example.com/1", maxBytes))?.kind,
      );
    expect(kinds).toEqual(["too-large", "fetched"]);
  });

  it("are gone if their URL has expired or they are not encrypted with the key", async () => {
    for (const path of ["expired", "plain"])
      expect(await fetchFile(`https://files.example.com/${path}`)).toEqual({
        kind: "gone",
      });
  });

  it("are never fetched from private addresses, and can be retried if WeCom's storage fails", async () => {
    expect(await fetchFile("http://169.254.169.254/latest")).toEqual({
      kind: "gone",
    });
    expect(server.calls).toEqual([]);
    server.failNext("/busy", { status: 503 });
    await expect(fetchFile("https://files.example.com/busy")).rejects.toThrow(
      "503",
    );
  });
});

const refresh = () =>
  callback({ msgtype: "stream", text: undefined, stream: { id: ID } });

/** Verifies and decrypts the answer, whose receiver is empty. */
async function readAnswer(
  reception: Extract<Reception, { kind: "messages" }>,
  progress: Partial<TurnProgress> = {},
): Promise<{
  msgtype: string;
  stream?: { id: string; finish: boolean; content: string };
}> {
  const { answer } = reception;
  if (answer === undefined) throw new Error("There is no answer.");
  const { body } =
    "body" in answer
      ? answer
      : await answer.write({
          text: "",
          hasEnded: false,
          sources: [],
          ...progress,
        });
  const { encrypt, msgsignature, timestamp, nonce } = JSON.parse(body) as {
    encrypt: string;
    msgsignature: string;
    timestamp: number;
    nonce: string;
  };
  expect(msgsignature).toBe(
    sha1Of(CALLBACK_TOKEN, `${timestamp}`, nonce, encrypt),
  );
  const { text, receiveId } = decryptCallback(encrypt);
  expect(receiveId).toBe("");
  return JSON.parse(text);
}
