import { parseJson } from "../../text/json.ts";
import type { IncomingMessage } from "../../types/message.ts";
import { locate } from "./update-message.ts";

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
 * Recovers a message that could not be parsed from the beginning of its update,
 * so that its author gets an error reply. `undefined` if the author is unknown
 * or expects no reply: edits, other bots, and groups, where it may be meant for
 * others.
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
    ...locate({
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
 * The message without its content, which is too large. `undefined` if it is not
 * answered separately: edits and parts of an album.
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

/** Maximum length of the names and values searched for. */
const MAX_LENGTH = 100;

/** Deeper levels are not searched. */
const MAX_DEPTH = 32;

/**
 * A bracket; a string, which a colon makes a name; or another value, which must
 * end before the next token.
 */
const TOKEN =
  /[\s,:]*(?:([{[])|([}\]])|("[^"\\]*(?:\\[^][^"\\]*)*")(\s*:)?|([^\s,:{}[\]"]+)(?=[\s,:{}[\]"]))/gy;

/** Values by path, e.g. `message.chat.id`. */
type ScannedValues = ReadonlyMap<string, string | number | boolean>;

/**
 * Finds short strings, numbers and booleans in a JSON text that may be too long
 * to parse, truncated, or invalid from some point on; then it returns what came
 * before. Skips values in arrays. Takes linear time. Never throws for texts up
 * to 4 MB; beyond that, millions of escapes exceed the regular expression's
 * stack.
 * @param paths paths of the values to find
 */
export function scanJson(
  text: string,
  paths: ReadonlySet<string>,
): ScannedValues {
  const found = new Map<string, string | number | boolean>();
  /** Enclosing objects and arrays, outermost first. */
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
