import type { Attachment } from "../message.ts";
import type {
  AttachmentProblem,
  AttachmentReading,
} from "./read-attachment.ts";

/** An attachment, and what came of reading it. */
export interface ReadAttachment {
  readonly attachment: Attachment;
  readonly reading: AttachmentReading;
}

/** In the place of an attachment; for a recording, with what was said in it. */
export function writeMark({ attachment, reading }: ReadAttachment): string {
  const name = NAMES[attachment.kind](attachment);
  switch (reading.kind) {
    case "unreadable":
      return `[${name}, ${PROBLEMS[reading.problem]}]`;
    case "speech":
      return `[${name}] ${reading.text}`;
    case "image":
    case "document":
      return `[${name}]`;
  }
}

/** Line breaks and other characters that are not seen, and the marks around the name. */
const NOT_IN_FILE_NAMES = /[\p{C}\p{Zl}\p{Zp}"“”[\]]+/gu;

const NAMES: Readonly<
  Record<Attachment["kind"], (attachment: Attachment) => string>
> = {
  photo: () => "photo",
  voice: () => "voice message",
  document: nameDocument,
  other: () => "something that is no text",
};

/** `the document "notes.txt"`, whatever its file is called; untrusted, but in one line and without marks. */
export function nameDocument({ name = "" }: Attachment): string {
  const shown = name.replaceAll(NOT_IN_FILE_NAMES, " ").trim();
  return shown === "" ? "a document" : `the document "${shown}"`;
}

const PROBLEMS: Readonly<Record<AttachmentProblem, string>> = {
  unseen: "which you cannot see",
  unheard: "which you cannot hear",
  silent: "in which nothing is said",
  "no-text": "which you cannot read: it is no plain text",
  "large-image": "which you cannot see: it has more than 1 MB",
  "large-voice": "which you cannot hear: it is too long",
  "large-document": "which you cannot read: it has more than 200 KB",
  "too-much": "which was left out: too much came at once",
  gone: "which is not there any more",
  other: "which you cannot see",
};
