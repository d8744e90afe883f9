import { cdata } from "../../../src/channels/wechat/flat-xml.ts";
import {
  CALLBACK_TOKEN,
  ENCODING_AES_KEY,
  encryptCallback,
  signedQuery,
} from "../../fixtures/weixin-callbacks.ts";
import { startWechatServer, WECHAT_APP } from "../wechat-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

export async function startWechatChats(): Promise<ChatPlatform> {
  const server = await startWechatServer();
  const personOf = (chat: number) => `o6_${String(chat).padStart(25, "0")}`;
  return {
    server,
    variables: (url) => ({
      WECHAT_APP_ID: WECHAT_APP.appId,
      WECHAT_APP_SECRET: WECHAT_APP.appSecret,
      WECHAT_TOKEN: CALLBACK_TOKEN,
      WECHAT_ENCODING_AES_KEY: ENCODING_AES_KEY,
      WECHAT_API_ROOT: url,
    }),
    deliver({ text, id, chat }) {
      const message = `<xml>${[
        cdata("ToUserName", "gh_848b8d1809b5"),
        cdata("FromUserName", personOf(chat)),
        `<CreateTime>${Math.floor(Date.now() / 1_000)}</CreateTime>`,
        cdata("MsgType", "text"),
        cdata("Content", text),
        `<MsgId>${id}</MsgId>`,
      ].join("")}</xml>`;
      const receiveId = WECHAT_APP.appId;
      const encrypted = encryptCallback(message, { receiveId });
      const query = signedQuery(encrypted).toString();
      return new Request(`https://bot.example/wechat/webhook?${query}`, {
        method: "POST",
        body: `<xml>${cdata("Encrypt", encrypted)}</xml>`,
      });
    },
    conversation: (chat) => `wechat:${personOf(chat)}`,
    shown: (chat) =>
      server.shown
        .filter(({ to }) => to === personOf(chat))
        .map(({ text }) => text),
  };
}
