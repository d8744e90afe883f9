import type { QuotedAuthor } from "../message.ts";

const MAX_LENGTH = 60;

/** Anything that could end a name, or begin something else: line breaks, invisible characters, and the marks around names. */
const NOT_IN_NAMES = /[\p{C}\p{Z}()[\]{}<>@:：>"“”]+/gu;

/**
 * A person's name for prompts, with what nobody else has behind it: `Ada (@ada_l)`, or `Ada (id 43)`; `Ada (hidden
 * account)` where that is not told. One short line, whatever people call themselves.
 */
export function writeSpeaker({
  id,
  name = "",
  username,
}: QuotedAuthor): string {
  const line = name.replaceAll(NOT_IN_NAMES, " ").trim();
  const shown = line.slice(0, MAX_LENGTH).toWellFormed().trimEnd();
  return `${shown === "" ? "Somebody" : shown} (${uniqueOf({ id, username })})`;
}

function uniqueOf({
  id,
  username,
}: {
  id: string | undefined;
  username: string | undefined;
}): string {
  if (username !== undefined) return `@${username.replace(/\W+/g, "")}`;
  return id === undefined ? "hidden account" : `id ${id}`;
}
