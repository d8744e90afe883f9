import type { Attachment } from "../message.ts";

const MAX_NAME_LENGTH = 200;

/** The name of a person or of a file, as far as it is shown. */
export function cutName(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/** An attachment without what its platform does not say. What kind it is follows from its media type, unless the platform has types of its own. */
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
    ...(mediaType !== "" && { mediaType }),
    ...(size !== undefined && { size }),
    ...(name !== undefined && { name: cutName(name) }),
  };
}

function kindOfMedia(mediaType: string): Attachment["kind"] {
  if (/^image\/(?:png|jpeg|gif|webp)\b/.test(mediaType)) return "photo";
  return mediaType.startsWith("audio/") ? "voice" : "document";
}

/** Of a file whose type the platform names in a word. */
export function kindOfType(type: string): Attachment["kind"] {
  return KINDS[type] ?? "other";
}

const KINDS: Readonly<Record<string, Attachment["kind"]>> = {
  image: "photo",
  audio: "voice",
  file: "document",
};
