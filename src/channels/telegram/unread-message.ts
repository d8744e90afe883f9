import { parseJson } from "../../json.ts";
import type { IncomingMessage } from "../../message.ts";
import { placeOf } from "./update-message.ts";

type Unread = NonNullable<IncomingMessage["unread"]>;

const PATHS = new Set([
  "update_id",
  "message.message_id",
  "message.message_thread_id",
  "message.is_topic_message",
  "message.chat.id",
  "message.chat.type",
  "message.from.id",
  "message.from.is_bot",
  "message.from.language_code",
]);

/**
 * A message that could not be parsed, from the beginning of its update's text, so that its author learns of it. `undefined`
 * where the author is not known, and where nobody waits for an answer: edits, other bots, and groups, in which it may be meant
 * for others.
 */
export function findUnreadMessage(
  text: string,
  unread: Unread,
): IncomingMessage | undefined {
  const found = scanJson(text, PATHS);
  const idAt = (path: string): number | undefined => {
    const value = found.get(path);
    return typeof value === "number" && Number.isSafeInteger(value)
      ? value
      : undefined;
  };
  const update = idAt("update_id");
  const message = idAt("message.message_id");
  const chat = idAt("message.chat.id");
  const isPrivate = found.get("message.chat.type") === "private";
  const isBot = found.get("message.from.is_bot") === true;
  if (update === undefined || message === undefined || chat === undefined)
    return undefined;
  if (!isPrivate || isBot) return undefined;
  const language = found.get("message.from.language_code");
  return {
    ...placeOf({
      chat: { id: chat, type: "private" },
      message_id: message,
      message_thread_id: idAt("message.message_thread_id"),
      is_topic_message: found.get("message.is_topic_message") === true,
    }),
    id: String(update),
    author: {
      id: String(idAt("message.from.id") ?? chat),
      ...(typeof language === "string" && { language }),
    },
    text: "",
    attachments: [],
    unread,
  };
}

/**
 * The same message without its content, which is too large. `undefined` for what is not answered by itself: edits, and parts
 * of an album.
 */
export function withoutContent({
  id,
  conversation,
  channel,
  author,
  isGroup,
  isEdit,
  isAside,
  replyTo,
}: IncomingMessage): IncomingMessage | undefined {
  if (isEdit || isAside) return undefined;
  return {
    id,
    conversation,
    channel,
    author,
    text: "",
    attachments: [],
    unread: "too-large",
    ...(isGroup && { isGroup }),
    replyTo,
  };
}

/** No name or value that is looked for is longer. */
const MAX_LENGTH = 100;

/** Objects and lists nested deeper are not searched. */
const MAX_DEPTH = 32;

/** A bracket, a text in quotes, which a colon makes a name, or another value, which ends before the next token. */
const TOKEN =
  /[\s,:]*(?:([{[])|([}\]])|("[^"\\]*(?:\\[^][^"\\]*)*")(\s*:)?|([^\s,:{}[\]"]+)(?=[\s,:{}[\]"]))/gy;

/** Values by their paths, such as `message.chat.id`. */
type ScannedValues = ReadonlyMap<string, string | number | boolean>;

/**
 * Finds short texts, numbers, `true` and `false` in the beginning of a JSON text that may be too long to parse, break off
 * anywhere, or stop being JSON somewhere: then it finds what came before. Leaves out values in lists. Takes time linear in
 * the text's length. Never throws for texts of up to 4 MB: beyond that, one with millions of escapes is too much for the expression.
 * @param paths of the values to find
 */
export function scanJson(
  text: string,
  paths: ReadonlySet<string>,
): ScannedValues {
  const found = new Map<string, string | number | boolean>();
  /** Of the objects and lists around the position, the outermost first. */
  const open: { readonly path: string; readonly isList: boolean }[] = [];
  let path = "";
  for (const token of text.matchAll(TOKEN)) {
    const [, opening, closing, quoted, colon, word] = token;
    if (opening !== undefined) {
      if (open.push({ path, isList: opening === "[" }) > MAX_DEPTH) break;
    } else if (closing !== undefined) {
      const closed = open.pop();
      if (closed === undefined) break;
      ({ path } = closed);
    } else {
      const value = parseShort(quoted ?? word ?? "");
      if (colon !== undefined) path = toPath(open.at(-1)?.path, String(value));
      else if (
        value !== undefined &&
        paths.has(path) &&
        !found.has(path) &&
        !open.some(({ isList }) => isList)
      )
        found.set(path, value);
    }
  }
  return found;
}

function toPath(parent = "", name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}

function parseShort(source: string): string | number | boolean | undefined {
  const value = source.length > MAX_LENGTH ? undefined : parseJson(source);
  return typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
    ? value
    : undefined;
}
