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

/** Values by their paths, such as `message.chat.id`. */
type ScannedValues = ReadonlyMap<string, string | number | boolean>;

/**
 * Finds short texts, numbers, `true` and `false` in the beginning of a JSON text that may be too long to parse, break off
 * anywhere, or stop being JSON somewhere: then it finds what came before. Leaves out values in lists. Takes time linear in
 * the text's length, never throws.
 * @param paths of the values to find
 */
export function scanJson(
  text: string,
  paths: ReadonlySet<string>,
): ScannedValues {
  const found = new Map<string, string | number | boolean>();
  /** The objects, each with the path of its current value, and lists around the position. */
  const open: { path: string; isList: boolean }[] = [];
  let path = "";
  let position = 0;

  const note = (source: string): void => {
    const level = open.at(-1);
    if (level === undefined || open.some(({ isList }) => isList)) return;
    if (found.has(path) || !paths.has(path)) return;
    const value = parseValue(source);
    if (value !== undefined) found.set(path, value);
  };

  while (position < text.length) {
    const character = text.charAt(position);
    if (/[\s,:]/.test(character)) position += 1;
    else if (character === "{" || character === "[") {
      if (open.push({ path, isList: character === "[" }) > MAX_DEPTH) break;
      position += 1;
    } else if (character === "}" || character === "]") {
      const closed = open.pop();
      if (closed === undefined) break;
      ({ path } = closed);
      position += 1;
    } else {
      const end =
        character === '"'
          ? findEndOfText(text, position)
          : findEndOfWord(text, position);
      if (end === undefined) break;
      const source = text.slice(position, Math.min(end, position + MAX_LENGTH));
      position = end;
      if (character === '"' && isName(text, end))
        path = toPath(open.at(-1)?.path ?? "", parseValue(source));
      else note(source);
    }
  }
  return found;
}

function toPath(parent: string, name: string | number | boolean | undefined) {
  return parent === "" ? String(name) : `${parent}.${String(name)}`;
}

/** Where a text in quotes ends; `undefined` where it breaks off. */
function findEndOfText(text: string, start: number): number | undefined {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return undefined;
    let backslashes = 0;
    while (text.charAt(quote - 1 - backslashes) === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** `undefined` where the text breaks off: a number might go on. */
function findEndOfWord(text: string, start: number): number | undefined {
  const word = /[^\s,:{}[\]"]+/y;
  word.lastIndex = start;
  word.test(text);
  const end = word.lastIndex;
  return end === 0 || end === text.length ? undefined : end;
}

function isName(text: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

function parseValue(source: string): string | number | boolean | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "boolean"
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
