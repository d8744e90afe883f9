import { createTimeLimit } from "../../abort.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import type { AttachmentContent, Channel } from "../../channel.ts";
import { AttachmentError } from "../../errors.ts";
import type { Attachment } from "../../message.ts";
import {
  createTelegramApi,
  explainFailure,
  type TelegramAccess,
  TelegramError,
} from "./telegram-api.ts";
import type { MessageContent, TelegramFile } from "./update-message.ts";
import type { Message } from "@grammyjs/types";

/** In this order: an animation also has a document, and a venue a location. */
const ATTACHMENT_KINDS = {
  photo: "photo",
  live_photo: "photo",
  voice: "voice",
  animation: "other",
  document: "document",
  audio: "other",
  video: "other",
  video_note: "other",
  sticker: "other",
  story: "other",
  contact: "other",
  venue: "other",
  location: "other",
  poll: "other",
  dice: "other",
  game: "other",
  checklist: "other",
  paid_media: "other",
  rich_message: "other",
} satisfies Partial<Record<keyof Message, Attachment["kind"]>>;

/** Of a photo Telegram keeps several sizes; a larger one would show a model nothing more. */
const MAX_PHOTO_BYTES = 1_000_000;

/** What a message has besides its text: at most one attachment, as all of Telegram's messages. */
export function findAttachments(
  message: MessageContent,
): readonly Attachment[] {
  const found = Object.entries(ATTACHMENT_KINDS).find(([field]) =>
    Object.hasOwn(message, field),
  );
  if (found === undefined) return [];
  const [, kind] = found;
  switch (kind) {
    case "photo":
      return [toPhoto(message.photo)];
    case "voice":
      return [{ kind, ...(message.voice && describeFile(message.voice)) }];
    case "document":
      return [
        { kind, ...(message.document && describeFile(message.document)) },
      ];
    case "other":
      return [{ kind }];
  }
}

/** The largest size that is small enough; photos are JPEGs. */
function toPhoto(sizes: readonly TelegramFile[] = []): Attachment {
  const [best] = sizes
    .filter(({ file_size = 0 }) => file_size <= MAX_PHOTO_BYTES)
    .toSorted((one, other) => (other.file_size ?? 0) - (one.file_size ?? 0));
  return {
    kind: "photo",
    ...(best && { ...describeFile(best), mediaType: "image/jpeg" }),
  };
}

function describeFile({
  file_id,
  file_size,
  mime_type,
  file_name,
}: TelegramFile): Omit<Attachment, "kind"> {
  return {
    file: file_id,
    ...(mime_type !== undefined && { mediaType: mime_type }),
    ...(file_size !== undefined && { size: file_size }),
    ...(file_name !== undefined && { name: file_name }),
  };
}

const TIMEOUT_MS = 60_000;

type Fetcher = NonNullable<Channel["fetchAttachment"]>;

/**
 * Fetches files by their id. A file's address holds the bot's token and works for an hour: it is requested each
 * time, and never leaves this file.
 */
export function createAttachmentFetcher(access: TelegramAccess): Fetcher {
  return async (file, { maxBytes, signal }) => {
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    try {
      const path = await findPath(file, { maxBytes, access, limit });
      return typeof path === "string"
        ? await download(path, { maxBytes, access, limit })
        : path;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError(explainFailure(error, access.token));
    }
  };
}

interface Fetching {
  readonly maxBytes: number;
  readonly access: TelegramAccess;
  readonly limit: { readonly signal: AbortSignal };
}

async function findPath(
  file: string,
  { maxBytes, access, limit }: Fetching,
): Promise<string | AttachmentContent> {
  try {
    const api = createTelegramApi({ ...access, signal: limit.signal });
    const { file_path, file_size = 0 } = await api("getFile", {
      file_id: file,
    });
    if (file_size > maxBytes) return { kind: "too-large" };
    return file_path ?? { kind: "gone" };
  } catch (error) {
    if (!(error instanceof TelegramError) || error.status !== 400) throw error;
    // Bots get no more than 20 MB.
    const isTooLarge = /file is too big/i.test(error.description);
    return { kind: isTooLarge ? "too-large" : "gone" };
  }
}

async function download(
  path: string,
  {
    maxBytes,
    access: { token, apiRoot, fetch = globalThis.fetch },
    limit,
  }: Fetching,
): Promise<AttachmentContent> {
  const root = apiRoot.replace(/\/+$/, "");
  const response = await fetch(`${root}/file/bot${token}/${path}`, {
    signal: limit.signal,
    redirect: "manual",
  });
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status === 404) return { kind: "gone" };
    throw new AttachmentError(`${response.status} for the file's content`);
  }
  const { bytes, isCut } = await readBeginning(response.body, { maxBytes });
  return isCut ? { kind: "too-large" } : { kind: "fetched", bytes };
}
