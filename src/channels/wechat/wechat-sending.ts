import * as z from "zod";
import type { SendingSide } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import { createAddressParser } from "../kit/address-parser.ts";
import { kindOf } from "../kit/platform-codes.ts";
import { toUuid } from "../kit/uuid-key.ts";
import { BUSY, QUOTA, type WechatApi } from "./wechat-api.ts";

const parseAddress = createAddressParser("WeChat", {
  chat: z.string().min(1),
});

const OK = 0;
const QUOTA_RETRY_MS = 60 * 60_000;
const CODES = {
  "rate-limited": [QUOTA],
  unreachable: [BUSY],
  /**
   * 48 hours have passed since the person wrote, five messages have been sent
   * since then, or the person no longer follows the account.
   */
  gone: [45015, 45047, 40003, 43004],
};

/**
 * Sends customer-service messages
 * (https://developers.weixin.qq.com/doc/service/api/customer/message/api_sendcustommessage).
 * The API has no idempotency keys, returns no ids, and cannot edit.
 */
export function createWechatSending(api: WechatApi): SendingSide {
  return {
    async send({ text }, to, { key, signal }) {
      const { chat } = parseAddress(to);
      const { code, said } = await api.call("/cgi-bin/message/custom/send", {
        body: { touser: chat, msgtype: "text", text: { content: text } },
        signal,
      });
      if (code === OK) return { id: await toUuid(key) };
      throw new DeliveryError({
        kind: kindOf(code, CODES),
        reason: `error ${code}`,
        said,
        retryAfterMs: code === QUOTA ? QUOTA_RETRY_MS : undefined,
      });
    },

    async showTyping(to, { signal }) {
      await api.call("/cgi-bin/message/custom/typing", {
        body: { touser: parseAddress(to).chat, command: "Typing" },
        signal,
      });
    },
  };
}
