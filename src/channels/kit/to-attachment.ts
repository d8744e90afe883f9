import type { Attachment } from "../../types/message.ts";

const MAX_NAME_LENGTH = 200;

/** Truncates a name, e.g. of a person or file, to 200 UTF-16 units. */
export function cutName(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/**
 * Makes an attachment without undefined fields. The kind follows from the media
 * type, unless it is given.
 */
export function toAttachment({
  file,
  mediaType = "",
  kind = kindOfMedia(mediaType),
  size,
  name,
}: {
  kind?: Attachment["kind"];
  file?: string | undefined;
  mediaType?: string | undefined;
  size?: number | undefined;
  name?: string | undefined;
}): Attachment {
  return {
    kind,
    ...(file !== undefined && { file }),
    ...(mediaType !== "" && { mediaType: cutName(mediaType) }),
    ...(size !== undefined && { size }),
    ...(name !== undefined && { name: cutName(name) }),
  };
}

function kindOfMedia(mediaType: string): Attachment["kind"] {
  if (/^image\/(?:png|jpeg|gif|webp)\b/.test(mediaType)) return "photo";
  return mediaType.startsWith("audio/") ? "voice" : "document";
}

/** The kind of a type such as `image`, `audio` or `file`. */
export function kindOfType(type: string): Attachment["kind"] {
  return KINDS[type] ?? "other";
}

const KINDS: Readonly<Record<string, Attachment["kind"]>> = {
  image: "photo",
  audio: "voice",
  file: "document",
};
