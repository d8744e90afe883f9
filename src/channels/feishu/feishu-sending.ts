import * as z from "zod";
import type { Editing, Receipt, SendingSide } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { ReplyPart } from "../../types/reply.ts";
import { createAddressParser } from "../kit/address-parser.ts";
import { applyChange } from "../kit/call-platform.ts";
import { toUuid } from "../kit/uuid-key.ts";
import { isMessageGone, type FeishuApi } from "./feishu-api.ts";

/**
 * The limits are five edits per second and message, and five messages per
 * second and chat
 * (https://open.feishu.cn/document/server-docs/im-v1/message-card/patch).
 */
const INTERVAL_MS = 700;

const parseAddress = createAddressParser("Feishu", {
  chat: z.string(),
  /** The id of the message to reply to. */
  message: z.string().optional(),
  /** 1 in a group. */
  group: z.number().optional(),
  /** The id of the topic. */
  thread: z.string().optional(),
});
type Address = ReturnType<typeof parseAddress>;

/** Sends each part as a card, because cards can be edited. */
export function createFeishuSending({
  api,
  streaming,
}: {
  api: FeishuApi;
  streaming: "on" | "off";
}): SendingSide & Editing {
  const send: SendingSide["send"] = async (part, address, { key, signal }) => {
    const to = parseAddress(address);
    const body = {
      msg_type: "interactive",
      content: toCard(part, to),
      // Feishu deduplicates by this for an hour.
      uuid: await toUuid(key),
    };
    const { message, group, thread, chat } = to;
    const isReply = group !== undefined || thread !== undefined;
    if (isReply && message !== undefined)
      try {
        const path = `${pathOf({ id: message })}/reply`;
        const inThread = thread !== undefined;
        return toReceipt(
          await api.call(path, {
            method: "POST",
            body: { ...body, reply_in_thread: inThread },
            signal,
          }),
        );
      } catch (error) {
        if (!isMessageGone(error)) throw error;
      }
    return toReceipt(
      await api.call("/im/v1/messages?receive_id_type=chat_id", {
        method: "POST",
        body: { ...body, receive_id: chat },
        signal,
      }),
    );
  };

  return {
    presentationAt: () => ({
      intervalMs: INTERVAL_MS,
      preview: streaming === "on" ? "messages" : "none",
    }),

    send,

    async edit(receipt, part, address, options) {
      const content = toCard(part, parseAddress(address));
      const change = api.call(pathOf(receipt), {
        method: "PATCH",
        body: { content },
        signal: options.signal,
      });
      return (await applyChange(change, isMessageGone))
        ? receipt
        : send(part, address, options);
    },

    async remove(receipt, address, { signal }) {
      parseAddress(address);
      await applyChange(
        api.call(pathOf(receipt), { method: "DELETE", signal }),
        isMessageGone,
      );
    },
  };
}

function pathOf({ id }: Receipt): string {
  return `/im/v1/messages/${encodeURIComponent(id)}`;
}

function toReceipt(id: string): Receipt {
  if (id !== "") return { id };
  throw new DeliveryError({
    kind: "unreachable",
    reason: "Feishu returned no message id",
  });
}

/** https://open.feishu.cn/document/feishu-cards/card-json-v2-structure */
function toCard(
  { text, buttons = [] }: ReplyPart,
  { group, thread }: Address,
): string {
  return JSON.stringify({
    schema: "2.0",
    config: { update_multi: true },
    body: {
      elements: [
        { tag: "markdown", content: text },
        ...buttons.flat().map(({ label, command }) => ({
          tag: "button",
          text: { tag: "plain_text", content: label },
          behaviors: [
            {
              type: "callback",
              value: {
                command,
                ...(group !== undefined && { group }),
                ...(thread !== undefined && { thread }),
              },
            },
          ],
        })),
      ],
    },
  });
}
