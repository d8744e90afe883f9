import type { Channel } from "../channel.ts";
import type { IncomingMessage } from "../message.ts";
import { type Media, readAttachment } from "./read-attachment.ts";
import type { Texts } from "./texts.ts";
import {
  type ReadAttachment,
  type TurnInput,
  writeInput,
} from "./write-input.ts";

/** `unreadable`: there is nothing that the model could answer, and the reply says why. */
export type MessageReading =
  | { readonly kind: "read"; readonly input: TurnInput }
  | { readonly kind: "unreadable"; readonly reply: string };

/**
 * Reads a message with its attachments. One that cannot be read stops nobody from answering the text beside it: the model
 * is told of it. Throws what `readAttachment` throws.
 */
export async function readMessage(
  message: IncomingMessage,
  {
    texts,
    ...options
  }: {
    texts: Texts;
    channel: Pick<Channel, "fetchAttachment">;
    media: Media;
    signal: AbortSignal;
  },
): Promise<MessageReading> {
  const read: ReadAttachment[] = [];
  for (const attachment of message.attachments)
    read.push({
      attachment,
      reading: await readAttachment(attachment, options),
    });
  const problems = read.flatMap(({ reading }) =>
    reading.kind === "unreadable" ? [reading.problem] : [],
  );
  const isEmpty = message.text.trim() === "" && problems.length === read.length;
  return isEmpty
    ? { kind: "unreadable", reply: texts.unreadable(problems[0] ?? "other") }
    : { kind: "read", input: writeInput(message, read) };
}
