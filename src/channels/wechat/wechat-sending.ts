import * as z from "zod";
import type { SendingSide } from "../../types/channel.ts";
import { createAddressParser } from "../kit/address-parser.ts";
import { toUuid } from "../kit/uuid-key.ts";
import type { WechatApi } from "./wechat-api.ts";

const parseAddress = createAddressParser("WeChat", {
  chat: z.string().min(1),
});

/**
 * Sends customer-service messages
 * (https://developers.weixin.qq.com/doc/service/api/customer/message/api_sendcustommessage).
 * The API has no idempotency keys, returns no ids, and cannot edit.
 */
export function createWechatSending(api: WechatApi): SendingSide {
  return {
    async send({ text }, to, { key, signal }) {
      const { chat } = parseAddress(to);
      await api.call("/cgi-bin/message/custom/send", {
        body: { touser: chat, msgtype: "text", text: { content: text } },
        signal,
      });
      return { id: await toUuid(key) };
    },

    async showTyping(to, { signal }) {
      await api.call("/cgi-bin/message/custom/typing", {
        body: { touser: parseAddress(to).chat, command: "Typing" },
        signal,
      });
    },
  };
}
