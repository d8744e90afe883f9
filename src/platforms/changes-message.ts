import type { IncomingMessage } from "../message.ts";

/** Whether the edit is one of that message, and says something else. */
export function changesMessage(
  edit: IncomingMessage,
  message: IncomingMessage,
): boolean {
  const saysTheSame =
    edit.text === message.text && isSame(edit.attachments, message.attachments);
  return isSame(edit.replyTo, message.replyTo) && !saysTheSame;
}

/** Of what the same channel has written, with its fields in the same order. */
function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
