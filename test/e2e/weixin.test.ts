import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cdata, parseFlatXml } from "../../src/channels/weixin/flat-xml.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import {
  CALLBACK_TOKEN,
  decryptCallback,
  ENCODING_AES_KEY,
  encryptCallback,
  signedQuery,
} from "../fixtures/weixin-callbacks.ts";
import {
  type OpenAIServer,
  startOpenAIServer,
} from "../stubs/openai-server.ts";
import {
  startWechatServer,
  WECHAT_APP,
  type WechatServer,
} from "../stubs/wechat-server.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley, type WranglerDev } from "./wrangler-dev.ts";

const PERSON = "o6_bmjrPTlm6_2sgVt7hMZOPfL2M";
const QUESTION = "What is 12.5% of 80.16 * 3?";

let wechat: WechatServer;
let model: OpenAIServer;
let dev: WranglerDev;

const start = (replies: string) =>
  startParley({
    variables: {
      ...modelVariables(model),
      WECOM_TOKEN: CALLBACK_TOKEN,
      WECOM_ENCODING_AES_KEY: ENCODING_AES_KEY,
      WECHAT_APP_ID: WECHAT_APP.appId,
      WECHAT_APP_SECRET: WECHAT_APP.appSecret,
      WECHAT_TOKEN: CALLBACK_TOKEN,
      WECHAT_ENCODING_AES_KEY: ENCODING_AES_KEY,
      WECHAT_API_ROOT: wechat.url,
      WECHAT_REPLIES: replies,
    },
  });

/** The answer's text. */
async function post(
  path: string,
  encrypted: string,
  body: string,
  token = CALLBACK_TOKEN,
): Promise<{ status: number; text: string }> {
  const query = signedQuery(encrypted, { token }).toString();
  const response = await fetch(`${dev.url + path}?${query}`, {
    method: "POST",
    body,
  });
  return { status: response.status, text: await response.text() };
}

async function askWecom(callback: object, token?: string) {
  const encrypt = encryptCallback(
    JSON.stringify({
      aibotid: "AIBOTID",
      chattype: "single",
      from: { userid: "ZhangSan" },
      ...callback,
    }),
  );
  const body = JSON.stringify({ encrypt });
  return post("/wecom/webhook", encrypt, body, token);
}

async function readStream(callback: object) {
  const { text } = await askWecom(callback);
  const { encrypt } = JSON.parse(text) as { encrypt: string };
  const { stream } = JSON.parse(decryptCallback(encrypt).text) as {
    stream: { id: string; finish: boolean; content: string };
  };
  return stream;
}

const say = (msgid: string, content: string) =>
  readStream({ msgid, msgtype: "text", text: { content } });

/** Asks again and again, as WeCom does. */
async function followStream(id: string): Promise<string> {
  for (;;) {
    const refresh = { msgid: "refresh", msgtype: "stream", stream: { id } };
    const { finish, content } = await readStream(refresh);
    if (finish) return content;
  }
}

function askWechat(id: string, text: string) {
  const message = `<xml>${[
    cdata("ToUserName", "gh_848b8d1809b5"),
    cdata("FromUserName", PERSON),
    `<CreateTime>${Math.floor(Date.now() / 1_000)}</CreateTime>`,
    cdata("MsgType", "text"),
    cdata("Content", text),
    `<MsgId>${id}</MsgId>`,
  ].join("")}</xml>`;
  const encrypted = encryptCallback(message, { receiveId: WECHAT_APP.appId });
  const body = `<xml>${cdata("Encrypt", encrypted)}</xml>`;
  return post("/wechat/webhook", encrypted, body);
}

beforeAll(async () => {
  [wechat, model] = await Promise.all([
    startWechatServer(),
    startOpenAIServer(),
  ]);
});
afterAll(() => Promise.all([wechat?.close(), model?.close()]));

describe("with customer-service messages", () => {
  beforeAll(async () => {
    dev = await start("customer-service");
  });
  afterAll(() => dev?.close());

  it("a message in WeCom is answered once by the model and its tools in the stream that WeCom follows, and remembered", async () => {
    model.reply(action("calculator", "12.5% of 80.16 * 3"));
    model.reply(finalAnswer("It is **30.06**."));
    const requests = model.requests.length;
    const [stream, again] = [
      await say("m1", QUESTION),
      await say("m1", QUESTION),
    ];
    expect(stream).toEqual({ id: "m1", finish: false, content: "" });
    expect(again.id).toBe("m1");
    expect(await followStream("m1")).toBe("It is **30.06**.");
    expect(await followStream("m1")).toBe("It is **30.06**.");
    expect(model.requests).toHaveLength(requests + 2);
    model.reply(finalAnswer("You asked for 12.5%."));
    await say("m2", "What did I ask?");
    expect(await followStream("m2")).toBe("You asked for 12.5%.");
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain(
      QUESTION,
    );
  });

  it("a message in WeCom is refused when somebody has forged it", async () => {
    const forged = await askWecom({ msgid: "m3", msgtype: "text" }, "another");
    expect(forged.status).toBe(401);
  });

  it("a message in WeChat is answered once, however often it is delivered, and remembered", async () => {
    model.reply(action("calculator", "12.5% of 80.16 * 3"));
    model.reply(finalAnswer("It is **30.06**."));
    for (let delivery = 0; delivery < 3; delivery++)
      expect(await askWechat("1", QUESTION)).toEqual({ status: 200, text: "" });
    await wechat.waitUntil(() => wechat.shown.length > 0);
    model.reply(finalAnswer("You asked for 12.5%."));
    await askWechat("2", "What did I ask?");
    await wechat.waitUntil(() => wechat.shown.length > 1);
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain(
      QUESTION,
    );
    expect(wechat.shown.map(({ text }) => text)).toEqual([
      "It is 30.06.",
      "You asked for 12.5%.",
    ]);
  });
});

describe("with passive replies", () => {
  beforeAll(async () => {
    dev = await start("passive");
  });
  afterAll(() => dev?.close());

  it("a message in WeChat is answered in the response of each of its tries, and by no other call", async () => {
    model.reply(finalAnswer("Hello **you**."));
    const calls = wechat.calls.length;
    for (let attempt = 0; attempt < 2; attempt++) {
      const { text } = await askWechat("3", "Hello");
      const sealed = parseFlatXml(text)?.get("Encrypt") ?? "";
      const reply = parseFlatXml(decryptCallback(sealed).text);
      expect(reply?.get("Content")).toBe("Hello you.");
      expect(reply?.get("ToUserName")).toBe(PERSON);
    }
    expect(wechat.calls).toHaveLength(calls);
  });
});
