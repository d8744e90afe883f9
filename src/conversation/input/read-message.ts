import { createTimeLimit } from "../../runtime/abort.ts";
import { AttachmentError } from "../../types/errors.ts";
import type {
  Attachment,
  IncomingMessage,
  QuotedMessage,
} from "../../types/message.ts";
import {
  createRoom,
  type AttachmentProblem,
  type AttachmentReading,
} from "./attachment-reading.ts";
import { readAttachment, type ReadingOptions } from "./read-attachment.ts";
import { writeInput, type Readings, type TurnInput } from "./write-input.ts";

/**
 * For all attachments of a turn together, since the conversation's next turns
 * wait. Fetching and transcribing a single one may take as long.
 */
const MAX_READING_MS = 120_000;

/** `unreadable`: there is nothing to answer, for the first problem. */
type MessageReading =
  | { readonly kind: "read"; readonly input: TurnInput }
  | { readonly kind: "unreadable"; readonly problem: AttachmentProblem };

/**
 * Reads a message with its attachments and those of quoted and forwarded
 * messages. If one cannot be read, the model learns that and still answers the
 * text. Throws what `readAttachment` throws, and `AttachmentError` after two
 * minutes.
 */
export async function readMessage(
  message: IncomingMessage,
  options: ReadingOptions,
): Promise<MessageReading> {
  const readings = await readAttachments(message, options);
  const asked = findAsked(message);
  const problems = asked
    .flatMap(({ attachments = [] }) => attachments)
    .map((attachment) => {
      const reading = readings.get(attachment);
      return reading?.kind === "unreadable" ? reading.problem : undefined;
    });
  const isEmpty =
    asked.every(({ text }) => text.trim() === "") &&
    problems.every((problem) => problem !== undefined);
  return isEmpty
    ? { kind: "unreadable", problem: problems[0] ?? "other" }
    : { kind: "read", input: writeInput(message, readings) };
}

async function readAttachments(
  message: IncomingMessage,
  { signal, ...options }: ReadingOptions,
): Promise<Readings> {
  const readings = new Map<Attachment, AttachmentReading>();
  const { quoted, forwarded = [] } = message;
  // The message's own attachments first: those of the quoted message get the
  // remaining room.
  const all = [message, ...forwarded, ...(quoted ? [quoted] : [])].flatMap(
    ({ attachments = [] }) => attachments,
  );
  using limit = createTimeLimit({ ms: MAX_READING_MS, signal });
  const room = createRoom();
  try {
    for (const attachment of all) {
      if (attachment.isReused) continue;
      const reading = await readAttachment(attachment, {
        ...options,
        turn: message.id,
        room,
        signal: limit.signal,
      });
      readings.set(attachment, reading);
    }
  } catch (error) {
    throw limit.isOver
      ? new AttachmentError(`not read within ${MAX_READING_MS / 1000} seconds`)
      : error;
  }
  return readings;
}

/**
 * What the person wants answered: their own and forwarded messages, or the
 * quoted message if there is nothing else.
 */
function findAsked(
  message: IncomingMessage,
): readonly Pick<QuotedMessage, "text" | "attachments">[] {
  const { text, attachments, quoted, forwarded = [] } = message;
  const saysNothing = text.trim() === "" && attachments.length === 0;
  return saysNothing && forwarded.length === 0 && quoted !== undefined
    ? [quoted]
    : [...forwarded, message];
}
