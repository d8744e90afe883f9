import type { Message } from "grammy/types";
import type { Attachment } from "../../message.ts";
import type { MessageContent, TelegramFile } from "./update-message.ts";

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
const MAX_NAME_LENGTH = 200;
const MAX_MEDIA_TYPE_LENGTH = 100;

/** What a message has beside its text: one attachment at most, as Telegram's messages do. */
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
    ...(mime_type !== undefined && {
      mediaType: mime_type.slice(0, MAX_MEDIA_TYPE_LENGTH).toWellFormed(),
    }),
    ...(file_size !== undefined && { size: file_size }),
    ...(file_name !== undefined && {
      name: file_name.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    }),
  };
}
