import {
  extractText,
  findDeclaredFormat,
  findFormat,
  type Extraction,
} from "../../files/extract-text.ts";
import type { Attachment } from "../../types/message.ts";
import type { Memory } from "../memory.ts";
import {
  unreadable,
  type AttachmentReading,
  type Room,
} from "./attachment-reading.ts";

/** In place of a transcript while a document is read. */
const BEGUN = "begun";

/**
 * Reads a document: plain text, PDF or DOCX. A document that used up the memory
 * or the time of the process would do so with each attempt of its turn, so it is
 * tried once. Throws the signal's reason.
 */
export async function readDocument(
  attachment: Attachment,
  bytes: Uint8Array,
  {
    transcripts,
    turn,
    room,
    signal,
  }: {
    transcripts: Pick<Memory, "findTranscript" | "keepTranscript">;
    turn: string;
    room: Room;
    signal: AbortSignal;
  },
): Promise<AttachmentReading> {
  const isDeclared = findDeclaredFormat(attachment) !== undefined;
  const format = findFormat(bytes);
  if (format === undefined)
    return isDeclared ? unreadable("damaged") : readPlainText(bytes, room);
  if (room.documents <= 0) return unreadable("too-much");

  const { file = "" } = attachment;
  if ((await transcripts.findTranscript(turn, file)) === BEGUN)
    return unreadable("unreadable-document");
  await transcripts.keepTranscript(turn, file, BEGUN);
  const limits = { maxLength: room.documents, signal };
  let extraction: Extraction;
  try {
    extraction = await extractText(bytes, format, limits);
  } finally {
    // Also if it was aborted, since this process lives.
    await transcripts.keepTranscript(turn, file, "ended");
  }
  if (extraction.kind === "unreadable") {
    const { problem } = extraction;
    // Many other files are ZIP archives as well, and texts may be about PDF.
    const isOther = problem === "damaged" && !isDeclared;
    return isOther ? readPlainText(bytes, room) : unreadable(problem);
  }
  const { text, isCut } = extraction;
  room.files -= bytes.length;
  room.documents -= text.length;
  return { kind: "document", text, isCut };
}

function readPlainText(bytes: Uint8Array, room: Room): AttachmentReading {
  const text = decodeText(bytes);
  if (text === undefined) return unreadable("no-text");
  room.documents -= bytes.length;
  return { kind: "document", text };
}

/**
 * Control characters, which plain text does not contain, except white space.
 */
const BINARY = /[^\P{Cc}\s]/u;
const ESCAPE = "\u001B";

/**
 * GB 18030 decodes nearly any bytes; wrong guesses yield private-use or
 * unassigned characters.
 */
const NO_CHARACTER = /[\p{Co}\p{Cn}]/u;

/** Byte order marks. The decoders strip them. */
const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/**
 * Decodes a text file: UTF-8 or UTF-16 by byte order mark, otherwise UTF-8,
 * else GB 18030, which older Chinese programs write. `undefined` if it is not
 * plain text, or blank.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find((mark) =>
    mark.bytes.every((byte, index) => bytes[index] === byte),
  );
  if (marked !== undefined) return decode(bytes, marked.encoding);
  const text = decode(bytes, "utf-8");
  if (text !== undefined) return text;
  const chinese = decode(bytes, "gb18030");
  return chinese === undefined || NO_CHARACTER.test(chinese)
    ? undefined
    : chinese;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const options = { fatal: true, ignoreBOM: false };
    const text = new TextDecoder(encoding, options).decode(bytes);
    const isBinary = BINARY.test(text.replaceAll(ESCAPE, ""));
    return isBinary || text.trim() === "" ? undefined : text;
  } catch {
    return undefined;
  }
}
