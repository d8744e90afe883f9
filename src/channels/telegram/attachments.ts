import type { Message } from "grammy/types";
import { GrammyError } from "grammy/web";
import { AttachmentError } from "../../types/errors.ts";
import type { Attachment } from "../../types/message.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { createContentFetcher } from "../kit/content-fetcher.ts";
import { toAttachment } from "../kit/to-attachment.ts";
import { createTelegramApi, explainFailure } from "./telegram-api.ts";
import type {
  MessageContent,
  MessageMedia,
  TelegramFile,
} from "./update-message.ts";

/** Ordered: an animation also has a `document`, a venue also a `location`. */
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

/**
 * Telegram keeps several sizes of a photo; a larger one would not help a model.
 */
const MAX_PHOTO_BYTES = 1_000_000;

/**
 * A message's attachment, of which Telegram allows one, or those of a rich
 * message. A rich message that shows nothing is an attachment itself.
 */
export function findAttachments(
  message: MessageContent,
): readonly Attachment[] {
  const { text = "", media = [] } = message.rich_message ?? {};
  return text === "" && media.length === 0
    ? findAttachment(message)
    : media.flatMap(findAttachment);
}

function findAttachment(message: MessageMedia): readonly Attachment[] {
  const found = Object.entries(ATTACHMENT_KINDS).find(([field]) =>
    Object.hasOwn(message, field),
  );
  if (found === undefined) return [];
  const [form, kind] = found;
  switch (kind) {
    case "photo":
      return [toPhoto(message.photo)];
    case "voice":
      return [toFile(kind, message.voice)];
    case "document":
      return [toFile(kind, message.document)];
    case "other":
      return [{ kind, form }];
  }
}

/** The largest size within the limit; photos are JPEGs. */
function toPhoto(sizes: readonly TelegramFile[] = []): Attachment {
  const [best] = sizes
    .filter(({ file_size = 0 }) => file_size <= MAX_PHOTO_BYTES)
    .toSorted((one, other) => (other.file_size ?? 0) - (one.file_size ?? 0));
  return toFile("photo", best && { ...best, mime_type: "image/jpeg" });
}

function toFile(
  kind: Attachment["kind"],
  {
    file_id: file,
    file_size: size,
    mime_type: mediaType,
    file_name: name,
  }: Partial<TelegramFile> = {},
): Attachment {
  return toAttachment({ kind, file, mediaType, size, name });
}

/**
 * Fetches files by id. A file's URL contains the bot's token and is valid for
 * an hour, so it is requested each time and never leaves this module.
 */
export function createAttachmentFetcher(access: PlatformAccess) {
  const root = access.apiRoot.replace(/\/+$/, "");
  return createContentFetcher({
    platform: "Telegram",
    async find(file, { signal }) {
      try {
        const api = createTelegramApi({ ...access, signal });
        const { file_path, file_size } = await api.getFile(file);
        if (file_path === undefined) return undefined;
        const url = `${root}/file/bot${access.token}/${file_path}`;
        return { url, size: file_size };
      } catch (error) {
        if (!(error instanceof GrammyError) || error.error_code !== 400)
          throw new AttachmentError(explainFailure(error));
        // The Bot API's limit is 20 MB.
        const isTooLarge = /file is too big/i.test(error.description);
        return { kind: isTooLarge ? "too-large" : "gone" };
      }
    },
    fetch: access.fetch,
  });
}
