import { describe, expect, it } from "vitest";
import { parseFlatXml } from "../../src/channels/wechat/flat-xml.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import {
  CALLBACK_TOKEN,
  decryptCallback,
  ENCODING_AES_KEY,
  encryptCallback,
  signedQuery,
} from "../fixtures/weixin-callbacks.ts";
import { startWechatChats } from "../stubs/chats/wechat-chats.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley } from "./wrangler-dev.ts";

const CHAT = 165;
const QUESTION = "What is 12.5% of 80.16 * 3?";

const wechat = await startWechatChats();
const model = await startOpenAIServer();
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    WECOM_TOKEN: CALLBACK_TOKEN,
    WECOM_ENCODING_AES_KEY: ENCODING_AES_KEY,
    ...wechat.variables(wechat.server.url),
    // channels.test.ts covers customer-service messages.
    WECHAT_REPLIES: "passive",
  },
});
closeAfterAll(dev, wechat.server, model);

async function askWecom(callback: object, token = CALLBACK_TOKEN) {
  const encrypt = encryptCallback(
    JSON.stringify({
      aibotid: "AIBOTID",
      chattype: "single",
      from: { userid: "ZhangSan" },
      ...callback,
    }),
  );
  const query = signedQuery(encrypt, { token }).toString();
  const body = JSON.stringify({ encrypt });
  return fetch(`${dev.url}/wecom/webhook?${query}`, { method: "POST", body });
}

async function readStream(callback: object) {
  const response = await askWecom(callback);
  const { encrypt } = (await response.json()) as { encrypt: string };
  const { stream } = JSON.parse(decryptCallback(encrypt).text) as {
    stream: { id: string; finish: boolean; content: string };
  };
  return stream;
}

const say = (msgid: string, content: string) =>
  readStream({ msgid, msgtype: "text", text: { content } });

/** Polls as WeCom does. */
async function followStream(id: string): Promise<string> {
  for (;;) {
    const refresh = { msgid: "refresh", msgtype: "stream", stream: { id } };
    const { finish, content } = await readStream(refresh);
    if (finish) return content;
  }
}

async function askWechat(id: number, text: string): Promise<string> {
  const request = await wechat.deliver({ text, id, chat: CHAT });
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  const init = { method: "POST", body };
  return (await fetch(dev.url + pathname + search, init)).text();
}

describe("a message in", () => {
  it("WeCom is answered once in its stream, and remembered", async () => {
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

  it("WeCom is rejected with 401 if forged", async () => {
    const forged = await askWecom({ msgid: "m3", msgtype: "text" }, "another");
    expect(forged.status).toBe(401);
  });

  it("WeChat is answered only in the response to each delivery", async () => {
    model.reply(finalAnswer("Hello **you**."));
    for (let attempt = 0; attempt < 2; attempt++) {
      const text = await askWechat(3, "Hello");
      const sealed = parseFlatXml(text).get("Encrypt") ?? "";
      const reply = parseFlatXml(decryptCallback(sealed).text);
      expect(reply?.get("Content")).toBe("Hello you.");
      expect(`wechat:${reply?.get("ToUserName")}`).toBe(
        wechat.conversation(CHAT),
      );
    }
    expect(wechat.server.calls).toEqual([]);
  });
});
