import {
  findDeclaredFormat,
  MAX_FILE_BYTES,
} from "../../files/extract-text.ts";
import { toBase64 } from "../../runtime/bytes.ts";
import { logWarning } from "../../runtime/log.ts";
import type { AttachmentContent, Channel } from "../../types/channel.ts";
import { ModelError } from "../../types/errors.ts";
import { MAX_MESSAGE_LENGTH, type Attachment } from "../../types/message.ts";
import type { Recording, Transcriber } from "../../types/model.ts";
import type { Memory } from "../memory.ts";
import {
  MAX_IMAGE_BYTES,
  MAX_TEXT_BYTES,
  unreadable,
  type AttachmentProblem,
  type AttachmentReading,
  type Room,
} from "./attachment-reading.ts";
import { readDocument } from "./read-document.ts";

/** What the bot's models accept besides text. */
export interface Media {
  readonly takesImages: boolean;
  /** Left out if recordings cannot be transcribed. */
  readonly transcriber?: Transcriber | undefined;
}

/**
 * Formats that vision models accept; see
 * https://platform.openai.com/docs/guides/images-vision.
 */
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/** About twenty minutes of a Telegram voice message. */
const MAX_VOICE_BYTES = 5_000_000;

export interface ReadingOptions {
  readonly channel: Pick<Channel, "fetchAttachment">;
  readonly media: Media;
  readonly transcripts: Pick<Memory, "findTranscript" | "keepTranscript">;
  readonly signal: AbortSignal;
}

/**
 * Fetches the content and converts it for the model. Throws `AttachmentError`,
 * the transcriber's `ModelError`, or the signal's reason.
 */
export async function readAttachment(
  attachment: Attachment,
  {
    channel,
    media: { takesImages, transcriber },
    transcripts,
    turn,
    room,
    signal,
  }: ReadingOptions & {
    /** The id of the turn, for the log. */
    turn: string;
    room: Room;
  },
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
    return {
      kind: "image",
      url: `data:${type};base64,${toBase64(content.bytes)}`,
    };
  }
  if (kind === "voice") {
    if (transcriber === undefined) return unreadable("unheard");
    const { file = "" } = attachment;
    const heard = await transcripts.findTranscript(turn, file);
    if (heard !== undefined) return toSpeech(heard);
    const content = await fetchUpTo(MAX_VOICE_BYTES);
    if (content.kind !== "fetched") return missing(content, "large-voice");
    const recording = { bytes: content.bytes, mediaType };
    const text = await transcribe(transcriber, { turn, recording, signal });
    if (typeof text !== "string") return text;
    await transcripts.keepTranscript(turn, file, text);
    return toSpeech(text);
  }
  if (kind === "document") {
    const isFile = findDeclaredFormat(attachment) !== undefined;
    const content = isFile
      ? await fetchUpTo(MAX_FILE_BYTES, room.files)
      : await fetchUpTo(MAX_TEXT_BYTES, room.documents);
    return content.kind === "fetched"
      ? readDocument(attachment, content.bytes, {
          transcripts,
          turn,
          room,
          signal,
        })
      : missing(content, isFile ? "large-file" : "large-document");
  }
  return unreadable("other");
}

function toSpeech(text: string): AttachmentReading {
  return text === "" ? unreadable("silent") : { kind: "speech", text };
}

async function transcribe(
  transcriber: Transcriber,
  {
    turn,
    recording,
    signal,
  }: { turn: string; recording: Recording; signal: AbortSignal },
): Promise<string | AttachmentReading> {
  try {
    const { text } = await transcriber.transcribe(recording, { signal });
    return text.trim().slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
  } catch (error) {
    // A retry would be rejected as well, and the text next to it can be
    // answered.
    if (!(error instanceof ModelError)) throw error;
    const problem = findRecordingProblem(error);
    if (problem === undefined) throw error;
    const { status } = error;
    logWarning("recording refused", { turn, problem, status });
    return unreadable(problem);
  }
}

/**
 * Why a recording was rejected; `undefined` if it is not the recording's fault.
 */
function findRecordingProblem({
  kind,
  status,
  cause,
}: ModelError): "large-voice" | "no-speech" | undefined {
  if (kind !== "refused") return undefined;
  if (status === 413) return "large-voice";
  const isNamed = cause instanceof Error && RECORDING_WORDS.test(cause.message);
  return status === 415 || isNamed ? "no-speech" : undefined;
}

/**
 * Words in OpenAI's errors about a recording: “Invalid file format”, “Audio
 * file might be corrupted or unsupported”. Must not match `response_format`.
 */
const RECORDING_WORDS = /\b(?:audio|file|format|decode|corrupt(?:ed)?)\b/i;

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
    /** What is left of the turn's room; may be less than `maxBytes`. */
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

/**
 * Magic bytes of image formats, as Latin-1
 * (https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern).
 */
const IMAGE_BEGINNINGS = {
  "image/png": /^\x89PNG\r\n/,
  "image/jpeg": /^\xFF\xD8\xFF/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF[^]{4}WEBPVP/,
};

/**
 * Detects the type from the content: many platforms declare none, and models
 * reject the whole request if an image does not match its declared type.
 */
function imageTypeOf(bytes: Uint8Array): string | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, 14));
  return Object.entries(IMAGE_BEGINNINGS).find(([, pattern]) =>
    pattern.test(beginning),
  )?.[0];
}
