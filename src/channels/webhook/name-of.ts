import type { IncomingMessage } from "../../message.ts";

/** A message's conversation, as the caller named it. */
export function nameOf(message: IncomingMessage): string {
  return String(message.replyTo["conversation"]);
}
