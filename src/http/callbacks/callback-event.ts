import { sha256, toHex } from "../../runtime/hash.ts";
import type { Callback } from "../../types/callback-queue.ts";
import type { ReplyAddress } from "../../types/message.ts";
import type { Turn } from "../../types/turn.ts";
import { conversationId, nameOf } from "../api/ids.ts";
import { toReplyBody } from "../reply-body.ts";
import type { CallbackBody } from "./callback-schemas.ts";

export type CallbackEventType = CallbackBody["type"];

/** The event to send; `undefined` while the turn is open. */
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

/** @param at when the turn ended, in epoch milliseconds */
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
      // This callback is the delivery, though the turn may not be marked
      // delivered yet.
      status: type === "message.answered" ? "delivered" : "failed",
    },
  };
}

/**
 * The `webhook-id`: the same for all attempts to send an event. Hashed, since
 * ids may hold characters that headers do not allow.
 */
export async function eventIdOf(
  { id, message: { conversation } }: Turn,
  type: CallbackEventType,
): Promise<string> {
  const digest = await sha256(JSON.stringify([conversation, id, type]));
  return `evt_${toHex(digest.subarray(0, 16))}`;
}

/** The fields that a callback adds to `replyTo`; `callbackOf` reads them. */
export function toCallbackFields({ id, url }: { id: string; url: string }) {
  return { id, callback_url: url };
}

/** The callback that a message's `replyTo` describes, if any. */
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
