import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFeishuChannel } from "../../../src/channels/feishu/feishu-channel.ts";
import type { Editing, ReceivingChannel } from "../../../src/types/channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import {
  createFeishuEvent,
  createFeishuRequest,
  FEISHU_ENCRYPT_KEY,
  FEISHU_VERIFICATION_TOKEN,
} from "../../fixtures/feishu-requests.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  startFeishuServer,
  type FeishuServer,
} from "../../stubs/feishu-server.ts";

const PRIVATE = { chat: "oc_1", message: "om_asked" };
const GROUP = { ...PRIVATE, group: 1 };

function createChannel(
  { url, appId, appSecret }: FeishuServer,
  now = Date.now,
): ReceivingChannel & Editing {
  return createFeishuChannel({
    appId,
    appSecret,
    apiRoot: url,
    encryptKey: FEISHU_ENCRYPT_KEY,
    verificationToken: FEISHU_VERIFICATION_TOKEN,
    now,
  });
}

describeChannelContract("feishu", {
  start: startFeishuServer,
  create: createChannel,
  settings: {
    FEISHU_APP_ID: "cli_9f5343c580712544",
    FEISHU_APP_SECRET: "the-app-secret-of-this-test",
    FEISHU_ENCRYPT_KEY,
    FEISHU_VERIFICATION_TOKEN,
  },
  request: (body) => createFeishuRequest(body),
  body: JSON.stringify(createFeishuEvent()),
  unauthenticated: {
    "another key": (body) =>
      createFeishuRequest(body, { key: "another-encrypt-key" }),
    "no signature": (body) =>
      createFeishuRequest(body, { headers: { "x-lark-signature": "" } }),
    "another nonce": (body) =>
      createFeishuRequest(body, { headers: { "x-lark-request-nonce": "1" } }),
    "an old timestamp": (body) =>
      createFeishuRequest(body, { at: Date.now() - 301_000 }),
  },
  isBodySigned: true,
  readsUnsigned: true,
  acknowledgesInvalid: true,
  sending: {
    edits: true,
    to: PRIVATE,
    deduplicatesByKey: true,
  },
});

describe("Feishu channel", () => {
  let server: FeishuServer;
  let channel: ReceivingChannel & Editing;
  beforeEach(async () => {
    server = await startFeishuServer();
    channel = createChannel(server);
  });
  afterEach(() => server.close());

  const send = (text: string, to: typeof PRIVATE = PRIVATE, options = {}) =>
    channel.send({ text }, to, sendOptions(options));

  it("sends cards in a private chat, and answers the message in a group or a topic", async () => {
    await send("**One**");
    await send("Two", GROUP);
    await send("Three", { ...PRIVATE, thread: "omt_1" } as typeof PRIVATE);
    expect(server.shown()).toMatchObject([
      { chat: "oc_1", text: "**One**" },
      { answers: "om_asked", text: "Two", inThread: false },
      { answers: "om_asked", text: "Three", inThread: true },
    ]);
  });

  it("posts to the group if the message was recalled", async () => {
    server.recall("om_asked");
    await send("One", GROUP);
    expect(server.shown()).toMatchObject([{ chat: "oc_1", text: "One" }]);
  });

  it("sends a part once even if the response is lost", async () => {
    const options = sendOptions();
    await send("Warm up");
    server.failNext("/im/v1/messages", "drop");
    await expect(send("One", PRIVATE, options)).rejects.toMatchObject({
      kind: "unreachable",
    });
    await send("One", PRIVATE, options);
    expect(server.shown().map(({ text }) => text)).toEqual(["Warm up", "One"]);
  });

  it("shows buttons whose values have their place, and removes them again", async () => {
    const buttons = [[{ label: "Forget", command: "memory forget" }]];
    const part = { text: "Really?", buttons };
    const topic = { ...GROUP, thread: "omt_1" };
    const receipt = await channel.send(part, topic, sendOptions());
    expect(server.shown()).toMatchObject([
      { buttons: [{ command: "memory forget", group: 1, thread: "omt_1" }] },
    ]);
    await channel.edit(receipt, { text: "Gone." }, topic, sendOptions());
    expect(server.shown()).toMatchObject([{ text: "Gone.", buttons: [] }]);
  });

  it("requests a token once, and again if Feishu rejects it or it is about to expire", async () => {
    let time = Date.now();
    channel = createChannel(server, () => time);
    await send("One");
    await send("Two");
    expect(server.tokens()).toBe(1);
    server.endToken();
    await send("Three");
    expect(server.tokens()).toBe(2);
    time += 7_000_000;
    await send("Four");
    expect(server.tokens()).toBe(3);
    expect(server.shown()).toHaveLength(4);
  });

  it("gives up if the app's secret is wrong", async () => {
    channel = createChannel({ ...server, appSecret: "another" });
    await expect(send("One")).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringContaining("10014"),
    });
  });

  it.each([
    [230_002, "gone"],
    [230_013, "gone"],
    [230_025, "refused"],
    [230_020, "rate-limited"],
    [99_991_400, "rate-limited"],
    [230_049, "unreachable"],
  ])("reports %s as %s", async (code, kind) => {
    server.failNext("/im/v1/messages", {
      status: 400,
      body: { code, msg: "" },
    });
    await expect(send("One")).rejects.toMatchObject({
      name: "DeliveryError",
      kind,
    });
  });

  it.each([
    [429, 99_991_400],
    [400, 99_991_400],
    [400, 230_020],
  ])("waits as long as Feishu asks: HTTP %s, %s", async (status, code) => {
    server.failNext("/im/v1/messages", {
      status,
      headers: { "x-ogw-ratelimit-reset": "52" },
      body: { code, msg: "request trigger frequency limit" },
    });
    await expect(send("One")).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 52_000,
    });
  });

  it.each([
    ["a page of a proxy", { status: 502, body: "<h1>Bad Gateway</h1>" }],
    ["what is not Feishu's", { body: { hello: "world" } }],
    ["a receipt without an id", { body: { code: 0, data: {} } }],
  ])("reports %s as unreachable", async (_, failure) => {
    server.failNext("/im/v1/messages", failure);
    await expect(send("One")).rejects.toMatchObject({ kind: "unreachable" });
  });

  it("never includes a secret or the text in an error", async () => {
    const failing = createFeishuChannel({
      appId: server.appId,
      appSecret: server.appSecret,
      apiRoot: server.url,
      encryptKey: FEISHU_ENCRYPT_KEY,
      verificationToken: FEISHU_VERIFICATION_TOKEN,
      fetch: () => Promise.reject(new TypeError(`no ${server.appSecret}`)),
    });
    const error: unknown = await failing
      .send({ text: "private words" }, PRIVATE, sendOptions())
      .catch((thrown: unknown) => thrown);
    expect(inspect(error)).not.toMatch(/the-app-secret|private words/);
  });

  it("fetches files of messages up to a size limit, and reports those that are gone", async () => {
    server.files.set("om_1/file_v2_1", "the content");
    const { signal } = new AbortController();
    const fetchFile = (file: string, maxBytes = 100) =>
      channel.fetchAttachment?.(file, { maxBytes, signal });
    expect(await fetchFile("om_1/file/file_v2_1")).toEqual({
      kind: "fetched",
      bytes: new TextEncoder().encode("the content"),
    });
    expect(await fetchFile("om_1/file/file_v2_1", 5)).toEqual({
      kind: "too-large",
    });
    expect(await fetchFile("om_1/file/other")).toEqual({ kind: "gone" });
    expect(await fetchFile("../../x")).toEqual({ kind: "gone" });
    server.failNext("/im/v1/messages/om_1", { status: 500 });
    await expect(fetchFile("om_1/file/file_v2_1")).rejects.toThrow("500");
    server.endToken();
    expect(await fetchFile("om_1/file/file_v2_1")).toMatchObject({
      kind: "fetched",
    });
    for (let times = 0; times < 2; times++)
      server.failNext("/im/v1/messages/om_1", { status: 401 });
    await expect(fetchFile("om_1/file/file_v2_1")).rejects.toThrow(
      "token was refused",
    );
  });
});
