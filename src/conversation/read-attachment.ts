import type { AttachmentContent, Channel } from "../channel.ts";
import { ModelError } from "../errors.ts";
import { logWarning } from "../log.ts";
import { type Attachment, MAX_MESSAGE_LENGTH } from "../message.ts";
import type { Transcriber } from "../ports.ts";

/** What the bot's models take besides text. */
export interface Media {
  readonly takesImages: boolean;
  /** Left out where recordings cannot be written down. */
  readonly transcriber?: Transcriber | undefined;
}

/** Why an attachment cannot be read. */
export type AttachmentProblem =
  /** The model takes no images. */
  | "unseen"
  /** There is no transcriber. */
  | "unheard"
  /** Nothing was said in the recording. */
  | "silent"
  /** The transcriber refuses the recording. */
  | "no-speech"
  /** The document is no plain text. */
  | "no-text"
  /** It is none of the images that models take. */
  | "no-image"
  | "large-image"
  | "large-voice"
  | "large-document"
  /** What came with it is as much as one turn may have. */
  | "too-much"
  /** The platform does not have it any more. */
  | "gone"
  /** Such things are never read. */
  | "other";

/** What the model can be shown of an attachment. */
export type AttachmentReading =
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "speech"; readonly text: string }
  | { readonly kind: "document"; readonly text: string }
  | { readonly kind: "unreadable"; readonly problem: AttachmentProblem };

/** What vision models take; see https://platform.openai.com/docs/guides/images-vision. */
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/** An image goes into each request of its turn. */
const MAX_IMAGE_BYTES = 1_000_000;
/** Some twenty minutes of a Telegram voice message. */
const MAX_VOICE_BYTES = 5_000_000;
const MAX_DOCUMENT_BYTES = 200_000;

/** How many bytes the attachments of one turn may still have together; less with each that is read. */
interface Room {
  images: number;
  documents: number;
}

/** What is needed to read the attachments of a turn. */
export interface ReadingOptions {
  readonly channel: Pick<Channel, "fetchAttachment">;
  readonly media: Media;
  readonly signal: AbortSignal;
}

/** Ten photos mostly have half of it. */
export function createRoom(): Room {
  return { images: 5 * MAX_IMAGE_BYTES, documents: MAX_DOCUMENT_BYTES };
}

/**
 * Fetches the content, and makes of it what a model takes. Throws `AttachmentError`, `ModelError` of the transcriber, or
 * the signal's reason.
 */
export async function readAttachment(
  attachment: Attachment,
  {
    channel,
    media: { takesImages, transcriber },
    room,
    signal,
  }: ReadingOptions & { room: Room },
): Promise<AttachmentReading> {
  const { kind, mediaType = "" } = attachment;
  const fetchUpTo = (maxBytes: number, left = maxBytes) =>
    fetchContent(attachment, { channel, maxBytes, left, signal });

  if (kind === "photo" || IMAGE_TYPES.includes(mediaType)) {
    if (!takesImages) return unreadable("unseen");
    const content = await fetchUpTo(MAX_IMAGE_BYTES, room.images);
    if (content.kind !== "fetched") return missing(content, "large-image");
    const type = imageTypeOf(content.bytes);
    if (type === undefined) return unreadable("no-image");
    room.images -= content.bytes.length;
    return { kind: "image", url: toDataUrl(content.bytes, type) };
  }
  if (kind === "voice") {
    if (transcriber === undefined) return unreadable("unheard");
    const content = await fetchUpTo(MAX_VOICE_BYTES);
    if (content.kind !== "fetched") return missing(content, "large-voice");
    const { bytes } = content;
    return hear(transcriber, { bytes, mediaType, signal });
  }
  if (kind === "document") {
    const content = await fetchUpTo(MAX_DOCUMENT_BYTES, room.documents);
    if (content.kind !== "fetched") return missing(content, "large-document");
    room.documents -= content.bytes.length;
    const text = decodeText(content.bytes);
    return text === undefined
      ? unreadable("no-text")
      : { kind: "document", text };
  }
  return unreadable("other");
}

async function hear(
  transcriber: Transcriber,
  {
    signal,
    ...recording
  }: Parameters<Transcriber["transcribe"]>[0] & {
    signal: AbortSignal;
  },
): Promise<AttachmentReading> {
  try {
    const said = await transcriber.transcribe(recording, { signal });
    const text = said.trim().slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
    return text === "" ? unreadable("silent") : { kind: "speech", text };
  } catch (error) {
    // It would refuse this recording each time, and the text next to it can be answered.
    if (!(error instanceof ModelError)) throw error;
    const problem = findFault(error);
    if (problem === undefined) throw error;
    logWarning("recording refused", { problem, status: error.status });
    return unreadable(problem);
  }
}

/** What is wrong with a recording that is refused; nothing where the request is what the service does not take. */
function findFault({
  kind,
  status,
  cause,
}: ModelError): "large-voice" | "no-speech" | undefined {
  if (kind !== "refused") return undefined;
  if (status === 413) return "large-voice";
  const isNamed = cause instanceof Error && RECORDING.test(cause.message);
  return status === 415 || isNamed ? "no-speech" : undefined;
}

/** OpenAI: “Invalid file format”, “Audio file might be corrupted or unsupported”. No word of it: `response_format`. */
const RECORDING = /\b(?:audio|file|format|decode|corrupt(?:ed)?)\b/i;

type Content = AttachmentContent | { readonly kind: "too-much" };

async function fetchContent(
  { file, size = 0 }: Attachment,
  {
    channel,
    maxBytes,
    left,
    signal,
  }: {
    channel: Pick<Channel, "fetchAttachment">;
    maxBytes: number;
    /** What is left of the turn's room, which may be less. */
    left: number;
    signal: AbortSignal;
  },
): Promise<Content> {
  const room = Math.min(maxBytes, left);
  const tooLarge = {
    kind: left < maxBytes ? "too-much" : "too-large",
  } as const;
  if (size > room) return tooLarge;
  if (file === undefined || channel.fetchAttachment === undefined)
    return { kind: "gone" };
  const options = { maxBytes: room, signal };
  const content = await channel.fetchAttachment(file, options);
  return content.kind === "too-large" ? tooLarge : content;
}

function missing(
  { kind }: Exclude<Content, { kind: "fetched" }>,
  tooLarge: AttachmentProblem,
): AttachmentReading {
  return unreadable(kind === "too-large" ? tooLarge : kind);
}

function unreadable(problem: AttachmentProblem): AttachmentReading {
  return { kind: "unreadable", problem };
}

/** Control characters, which plain text does not hold. Blanks and line breaks are none, nor is what colours a log. */
const BINARY = /[^\P{Cc}\s]/u;
const ESCAPE = "\u001B";

/** GB 18030 gives a meaning to nearly all bytes; where it is the wrong one, such characters come of it. */
const NO_CHARACTER = /[\p{Co}\p{Cn}]/u;

/** Byte order marks; the decoders leave them out. */
const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/**
 * The text of a file: in UTF-8 or UTF-16 by its byte order mark, without one in UTF-8 or else in GB 18030, which older
 * Chinese programs write. `undefined` for anything that is no plain text, and for nothing but blanks.
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

/** How images begin, in Latin-1 (https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern). */
const IMAGE_BEGINNINGS = {
  "image/png": /^\x89PNG\r\n/,
  "image/jpeg": /^\xFF\xD8\xFF/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF[^]{4}WEBPVP/,
};

/**
 * What an image is, whatever was declared: many platforms declare nothing, and models refuse the whole request for an image that is not what
 * its type says.
 */
function imageTypeOf(bytes: Uint8Array): string | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, 14));
  return Object.entries(IMAGE_BEGINNINGS).find(([, pattern]) =>
    pattern.test(beginning),
  )?.[0];
}

/** A multiple of three: so the pieces' base64 joined is that of the whole. */
const PIECE_BYTES = 24_576;

/** The bytes as a `data:` URL in base64. */
function toDataUrl(bytes: Uint8Array, mediaType: string): string {
  let base64 = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    base64 += btoa(String.fromCharCode(...piece));
  }
  return `data:${mediaType};base64,${base64}`;
}
