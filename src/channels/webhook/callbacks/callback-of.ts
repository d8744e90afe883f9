import type { Callback } from "../../../callback-queue.ts";
import type { ReplyAddress } from "../../../message.ts";
import { conversationId } from "../ids.ts";

/** What a message with a callback has in its `replyTo`, beside what all have. */
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
