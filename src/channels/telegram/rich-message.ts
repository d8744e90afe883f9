import type { RichBlock } from "grammy/types";
import { asObject, asText, type JsonObject } from "../../text/json.ts";
import { readRichTable } from "./rich-table.ts";
import {
  listOf,
  nested,
  readButton,
  readRichText,
  readText,
  take,
  type Address,
  type Reading,
} from "./rich-text.ts";

/** A rich message as a text with files. */
export interface FlatMessage {
  readonly text: string;
  readonly entities: readonly (Omit<Address, "text"> & {
    readonly offset: number;
    readonly length: number;
  })[];
  /** Each with its file in the field that a message would have it in. */
  readonly media: readonly JsonObject[];
}

/** Longer than Telegram allows: 32,768 characters. */
const MAX_TEXT_LENGTH = 65_536;

/** As many as in an album. */
const MAX_MEDIA = 10;

/**
 * Reads a rich message (https://core.telegram.org/bots/api#richmessage) as
 * Markdown, since its structure carries meaning, but without formats, as in
 * other messages. Reads the text of all kinds of blocks, even of unknown ones.
 * Empty where it is malformed. Never throws.
 */
export function flattenRichMessage(message: unknown): FlatMessage {
  const reading: Reading = {
    left: MAX_TEXT_LENGTH,
    depth: 0,
    addresses: [],
    media: [],
  };
  const text = readBlocks(asObject(message)["blocks"], reading);
  return {
    text,
    entities: locate(reading.addresses, text),
    media: reading.media.slice(0, MAX_MEDIA),
  };
}

/** Finds them in the text, where they have the same order. */
function locate(
  addresses: readonly Address[],
  text: string,
): FlatMessage["entities"] {
  let end = 0;
  return addresses.flatMap(({ text: name, ...address }) => {
    const offset = text.indexOf(name, end);
    // A table has escaped it.
    if (offset === -1) return [];
    end = offset + name.length;
    return [{ ...address, offset, length: name.length }];
  });
}

type Read = (block: JsonObject, reading: Reading) => string;

const KINDS: Readonly<Record<RichBlock["type"], Read>> = {
  paragraph: readText,
  heading: (block, reading) =>
    `${"#".repeat(levelOf(block))} ${readText(block, reading)}`,
  pre: readCode,
  footer: readText,
  divider: () => "---",
  mathematical_expression: ({ expression }, reading) =>
    `$$${take(expression, reading)}$$`,
  anchor: () => "",
  list: ({ items }, reading) =>
    listOf(items)
      .map((item) => readItem(asObject(item), reading))
      .join("\n"),
  blockquote: readQuote,
  expandable_blockquote: readQuote,
  pullquote: readQuote,
  collage: readGroup,
  slideshow: readGroup,
  table: ({ cells, caption }, reading) =>
    join([readRichText(caption, reading), readRichTable(cells, reading)]),
  details: ({ summary, blocks }, reading) =>
    join([readRichText(summary, reading), readBlocks(blocks, reading)]),
  map: readMap,
  animation: readMedia,
  audio: readMedia,
  document: readMedia,
  photo: readMedia,
  video: readMedia,
  voice_note: readMedia,
  buttons: ({ buttons }, reading) =>
    listOf(buttons)
      .map((button) => readButton(button, reading))
      .join(" "),
  thinking: readText,
};

const READ_BY_KIND: ReadonlyMap<unknown, Read> = new Map(Object.entries(KINDS));

function readBlocks(
  blocks: unknown,
  reading: Reading,
  separator = "\n\n",
): string {
  return nested(reading, () =>
    join(
      listOf(blocks).map((value) => {
        const block = asObject(value);
        const read = READ_BY_KIND.get(block["type"]) ?? readGroup;
        return read(block, reading);
      }),
      separator,
    ),
  );
}

/** Also reads unknown kinds, which have one of these fields. */
function readGroup(
  { text, blocks, caption }: JsonObject,
  reading: Reading,
): string {
  return join([
    readRichText(text, reading),
    readBlocks(blocks, reading),
    readCaption(caption, reading),
  ]);
}

function levelOf({ size }: JsonObject): number {
  return [1, 2, 3, 4, 5, 6].find((level) => level === size) ?? 1;
}

/** The fence is longer than any in the code. */
function readCode(block: JsonObject, reading: Reading): string {
  const code = readText(block, reading);
  const runs = (code.match(/`{3,}/g) ?? []).map(({ length }) => length);
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  return `${fence}${take(block["language"], reading)}\n${code}\n${fence}`;
}

function readItem(item: JsonObject, reading: Reading): string {
  const mark = markOf(item);
  const content = readBlocks(item["blocks"], reading, "\n");
  const indent = " ".repeat(mark.length + 1);
  return `${mark} ${content.replaceAll("\n", `\n${indent}`)}`;
}

/** The label of an unordered item is a bullet. */
function markOf({
  label,
  value,
  has_checkbox,
  is_checked,
}: JsonObject): string {
  if (has_checkbox === true) return is_checked === true ? "- [x]" : "- [ ]";
  const number = asText(label).slice(0, MAX_LABEL_LENGTH);
  if (/[\p{L}\p{N}]/u.test(number)) return number.replace(/\w$/, "$&.");
  return typeof value === "number" ? `${value}.` : "-";
}

/** Of the longest Roman numeral of 500 items. */
const MAX_LABEL_LENGTH = 20;

function readQuote(block: JsonObject, reading: Reading): string {
  const quoted = join([readGroup(block, reading), readCredit(block, reading)]);
  return quoted.replaceAll(/^/gm, "> ");
}

function readCaption(caption: unknown, reading: Reading): string {
  const block = asObject(caption);
  return join([readText(block, reading), readCredit(block, reading)], "\n");
}

function readCredit({ credit }: JsonObject, reading: Reading): string {
  const author = readRichText(credit, reading);
  return author === "" ? "" : `— ${author}`;
}

function readMap({ location, caption }: JsonObject, reading: Reading): string {
  const { latitude, longitude } = asObject(location);
  const place = [latitude, longitude].filter(Number.isFinite).join(",");
  return join([place, readCaption(caption, reading)]);
}

function readMedia(block: JsonObject, reading: Reading): string {
  const kind = asText(block["type"]);
  const field = kind === "voice_note" ? "voice" : kind;
  reading.media.push({ [field]: block[kind] });
  return readCaption(block["caption"], reading);
}

/** Leaves out what shows nothing. */
function join(parts: readonly string[], separator = "\n\n"): string {
  return parts.filter((part) => part.trim() !== "").join(separator);
}
