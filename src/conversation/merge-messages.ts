import type { IncomingMessage } from "../message.ts";

export const SEPARATOR = "\n\n";

/** Makes one message of several. The answer goes to where the last one came from: it is the newest that people see. */
export function mergeMessages(
  messages: readonly IncomingMessage[],
): IncomingMessage {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined)
    throw new Error("There is no message to merge.");
  const texts = messages.map((message) => message.text);
  const forwarded = messages.flatMap((message) => message.forwarded ?? []);
  return {
    ...first,
    text: texts.filter((text) => text !== "").join(SEPARATOR),
    attachments: messages.flatMap((message) => message.attachments),
    ...(forwarded.length > 0 && { forwarded }),
    replyTo: last.replyTo,
  };
}
