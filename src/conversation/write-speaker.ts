import type { Author } from "../message.ts";

const MAX_LENGTH = 60;

/** Anything that could end a name, or begin something else: line breaks, invisible characters, and the marks around names. */
const NOT_IN_NAMES = /[\p{C}\p{Z}()[\]{}<>@:：>"“”]+/gu;

/**
 * A person's name for prompts, with what nobody else has behind it: `Ada (@ada_l)`, or `Ada (id 43)`. One short line,
 * whatever people call themselves.
 */
export function writeSpeaker({
  id,
  name = "",
  username,
}: Omit<Author, "language">): string {
  const line = name.replaceAll(NOT_IN_NAMES, " ").trim();
  const shown = line.slice(0, MAX_LENGTH).toWellFormed().trimEnd();
  const unique =
    username === undefined ? `id ${id}` : `@${username.replace(/\W+/g, "")}`;
  return `${shown === "" ? "Somebody" : shown} (${unique})`;
}
