import type { Callback } from "../../../callback-queue.ts";
import { sha256, toHex } from "../../../hash.ts";
import type { ReplyAddress } from "../../../message.ts";
import type { Turn } from "../../../turn.ts";
import { toReplyBody } from "../../reply-body.ts";
import { conversationId, nameOf } from "../ids.ts";
import type { CallbackBody } from "../schemas/callback.ts";

export type CallbackEventType = CallbackBody["type"];

/** How the turn has ended; `undefined` while it has not. */
export function eventTypeOf({ status }: Turn): CallbackEventType | undefined {
  switch (status) {
    case "answered":
    case "delivered":
      return "message.answered";
    case "failed":
      return "message.failed";
    case "accepted":
    case "thinking":
      return undefined;
  }
}

/** @param at milliseconds since the epoch */
export function writeCallback(
  turn: Turn,
  {
    type,
    at,
    callback: { caller, url },
  }: {
    type: CallbackEventType;
    at: number;
    callback: Pick<Callback, "caller" | "url">;
  },
): CallbackBody {
  return {
    type,
    timestamp: new Date(at).toISOString(),
    caller,
    callback_url: url,
    data: {
      ...toReplyBody(turn, nameOf(turn.message)),
      // Telling it is what its delivery is.
      status: type === "message.answered" ? "delivered" : "failed",
    },
  };
}

/** The same for each attempt to tell the same end of the same turn, and for nothing else. A hash: ids hold characters that no header takes. */
export async function eventIdOf(
  { id, message: { conversation } }: Turn,
  type: CallbackEventType,
): Promise<string> {
  const digest = await sha256(JSON.stringify([conversation, id, type]));
  return `evt_${toHex(digest.subarray(0, 16))}`;
}

/** What a message with a callback has in its `replyTo`, in addition to what all have. */
export function toCallbackFields({ id, url }: { id: string; url: string }) {
  return { id, callback_url: url };
}

/** The callback of the message whose reply goes there; `undefined` where it has none. */
export function callbackOf(to: ReplyAddress): Callback | undefined {
  const { key, conversation, id, callback_url: url } = to;
  if (url === undefined) return undefined;
  const caller = String(key);
  return {
    conversation: conversationId(caller, String(conversation)),
    id: String(id),
    url: String(url),
    caller,
  };
}
