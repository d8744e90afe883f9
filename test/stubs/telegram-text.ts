import * as z from "zod";
import { json, MethodError, whole } from "./telegram-method.ts";

const Entity = z.object({
  type: z.enum([
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "spoiler",
    "code",
    "pre",
    "text_link",
    "blockquote",
    "expandable_blockquote",
  ]),
  offset: whole().nonnegative(),
  length: whole().positive(),
  url: z.string().optional(),
  language: z.string().optional(),
});

/** The Bot API's `MessageEntity`; offsets and lengths in UTF-16 units. */
export type TelegramEntity = z.infer<typeof Entity>;

export const Entities = json(z.array(Entity)).optional();
export const Text = z.object({ text: z.string(), entities: Entities });

export interface TelegramText {
  readonly text: string;
  /** Ordered by start, outer ones first. */
  readonly entities: readonly TelegramEntity[];
}

/** Further entities are silently dropped. */
const MAX_ENTITIES = 100;
/** About what Telegram stores. */
const MAX_ENTITY_BYTES = 9_500;
const BYTES_PER_ENTITY = 12;

/**
 * Accepts or rejects a text with entities as Telegram does. Stricter than
 * Telegram, which splits or drops entities that do not nest. `tooLong`: the
 * method's error message.
 */
export function readText(
  {
    text,
    entities = [],
  }: {
    readonly text: string;
    readonly entities?: readonly TelegramEntity[] | undefined;
  },
  tooLong: string,
  { maxLength = 4096 } = {},
): TelegramText {
  if (!text.isWellFormed()) reject("strings must be encoded in UTF-8");
  if (/^[\s\p{Cc}\p{Cf}]*$/u.test(text)) reject("message text is empty");
  if (text.length > maxLength) reject(tooLong);
  const sorted = entities.toSorted(
    (one, other) => one.offset - other.offset || other.length - one.length,
  );
  checkNesting(text, sorted);
  const shown = sorted.slice(0, MAX_ENTITIES);
  if (sizeOf(shown) > MAX_ENTITY_BYTES) reject("ENTITIES_TOO_LONG");
  return { text, entities: shown };
}

function reject(problem: string): never {
  throw new MethodError(400, `Bad Request: ${problem}`);
}

function sizeOf(entities: readonly TelegramEntity[]): number {
  const texts = entities.map(
    ({ url = "", language = "" }) => new Blob([url, language]).size,
  );
  return texts.reduce((sum, size) => sum + size + BYTES_PER_ENTITY, 0);
}

/** Rules: https://core.telegram.org/bots/api#messageentity */
function checkNesting(text: string, entities: readonly TelegramEntity[]): void {
  const open: TelegramEntity[] = [];
  for (const entity of entities) {
    const { type, offset, length, url } = entity;
    const end = offset + length;
    if (end > text.length) reject(`Entity "${type}" ends after the text`);
    for (const border of [offset, end])
      if (/^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(border - 1)))
        reject(`Entity "${type}" begins or ends in the middle of a symbol`);
    if ((type === "text_link") !== (url !== undefined) || !isTaken(url))
      reject(`Wrong message entity: URL '${url}' is invalid`);
    while (endOf(open.at(-1)) <= offset) open.pop();
    if (endOf(open.at(-1)) < end)
      reject(`Entity "${type}" overlaps "${open.at(-1)?.type}"`);
    for (const outer of open)
      if (!mayContain(outer.type, type))
        reject(`Entity "${type}" within "${outer.type}"`);
    open.push(entity);
  }
}

function endOf(entity: TelegramEntity | undefined): number {
  return entity === undefined
    ? Number.POSITIVE_INFINITY
    : entity.offset + entity.length;
}

type EntityType = TelegramEntity["type"];
const isQuote = (type: EntityType) => type.endsWith("blockquote");
const isCode = (type: EntityType) => type === "code" || type === "pre";

function mayContain(outer: EntityType, inner: EntityType): boolean {
  if (outer === inner || isCode(outer)) return false;
  return isQuote(outer) ? !isQuote(inner) : !isCode(inner) && !isQuote(inner);
}

/**
 * Like TDLib's `parse_url` and `LinkManager::check_link`: one invalid URL makes
 * it reject the message.
 */
function isTaken(url = "https://none.example"): boolean {
  const [, protocol = "http", authority = ""] =
    /^(?:([^:/?#@[\]]*):\/\/)?([^/?#]*)/.exec(url) ?? [];
  const [, hostAndUser = authority, port] =
    /^(.+):([^:\]@]*)$/.exec(authority) ?? [];
  const host = hostAndUser.slice(hostAndUser.lastIndexOf("@") + 1);
  return (
    /^https?$/i.test(protocol) &&
    (port === undefined ||
      (/^\d{1,9}$/.test(port) && Number(port) > 0 && Number(port) < 65_536)) &&
    host !== "." &&
    /^(?:(?:[\w.!$,~*'();&+=-]|%[\da-f]{2}|\P{ASCII})+|\[[\da-f:.]+\])$/iu.test(
      host,
    )
  );
}

const TAGS: Readonly<Record<EntityType, string>> = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  spoiler: "tg-spoiler",
  code: "code",
  pre: "pre",
  text_link: "a",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};

/**
 * Formats entities as tags, for readable tests: `<b>…</b>`, `<a href="…">`,
 * `<pre language="…">`.
 */
export function toHtml({
  text,
  entities = [],
}: {
  readonly text: string;
  readonly entities?: readonly TelegramEntity[];
}): string {
  const starts = new Map<number, string>();
  const ends = new Map<number, string>();
  for (const entity of readText({ text, entities }, "too long").entities) {
    const { type, offset, length, url, language } = entity;
    const attributes = [
      type === "expandable_blockquote" ? " expandable" : "",
      url === undefined ? "" : ` href="${escapeHtml(url)}"`,
      language === undefined ? "" : ` language="${language}"`,
    ].join("");
    const end = offset + length;
    starts.set(
      offset,
      `${starts.get(offset) ?? ""}<${TAGS[type]}${attributes}>`,
    );
    ends.set(end, `</${TAGS[type]}>${ends.get(end) ?? ""}`);
  }
  let html = "";
  for (let index = 0; index <= text.length; index++)
    html +=
      (ends.get(index) ?? "") +
      (starts.get(index) ?? "") +
      escapeHtml(text.charAt(index));
  return html;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
