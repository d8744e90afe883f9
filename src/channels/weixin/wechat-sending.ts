import type { Channel } from "../../channel.ts";
import { DeliveryError } from "../../errors.ts";
import { toUuid } from "../uuid-key.ts";
import type { WechatApi } from "./wechat-api.ts";
import * as z from "zod";

const Address = z.object({ chat: z.string().min(1) });

const OK = 0;
const BUSY = -1;
/** The day's calls are used up. */
const QUOTA = 45009;
const QUOTA_RETRY_MS = 60 * 60_000;
/** 48 hours are over, or five messages sent, since the person wrote; or the person does not follow the account any more. */
const GONE = [45015, 45047, 40003, 43004];

/**
 * By customer-service messages (https://developers.weixin.qq.com/doc/service/api/customer/message/api_sendcustommessage), whose
 * API knows no keys, gives no ids, and edits nothing.
 */
export function createWechatSending(
  api: WechatApi,
): Pick<
  Channel,
  "presentationAt" | "send" | "edit" | "remove" | "showDraft" | "showTyping"
> {
  const send: Channel["send"] = async ({ text }, to, { key, signal }) => {
    const { data } = Address.safeParse(to);
    if (data === undefined)
      throw new DeliveryError({
        kind: "refused",
        reason: "the address is not one of WeChat's",
      });
    const { code, reason } = await api.call("/cgi-bin/message/custom/send", {
      body: { touser: data.chat, msgtype: "text", text: { content: text } },
      signal,
    });
    if (code === OK) return { id: await toUuid(key) };
    throw toError(code, reason);
  };

  return {
    presentationAt: () => ({ intervalMs: 0, preview: "none" }),
    send,
    edit: (_, part, to, options) => send(part, to, options),
    remove: async () => {},
    showDraft: async () => {
      throw new DeliveryError({
        kind: "refused",
        reason: "WeChat has no drafts",
      });
    },
    async showTyping(to, { signal }) {
      const { data } = Address.safeParse(to);
      if (data === undefined) return;
      try {
        await api.call("/cgi-bin/message/custom/typing", {
          body: { touser: data.chat, command: "Typing" },
          signal,
        });
      } catch {
        // Nothing depends on it.
      }
    },
  };
}

function toError(code: number, reason: string): DeliveryError {
  if (code === BUSY) return new DeliveryError({ kind: "unreachable", reason });
  if (code === QUOTA)
    return new DeliveryError({
      kind: "rate-limited",
      reason,
      retryAfterMs: QUOTA_RETRY_MS,
    });
  const kind = GONE.includes(code) ? "gone" : "refused";
  return new DeliveryError({ kind, reason });
}
