import {
  asObject,
  asText,
  isObject,
  type JsonObject,
} from "../../text/json.ts";

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

/** A part of the text that may address the bot. */
interface Address {
  readonly type: string;
  readonly text: string;
  readonly user?: { readonly id: number };
}

/** What is found besides the text, in its order. */
interface Found {
  readonly addresses: Address[];
  readonly media: JsonObject[];
}

/** As many as in an album. */
const MAX_MEDIA = 10;
/** Telegram allows 16 levels; a list of texts counts as one here, too. */
const MAX_DEPTH = 64;

/**
 * Reads a rich message (https://core.telegram.org/bots/api#richmessage) line by
 * line, without formats, as other messages are read. Reads the text of all
 * kinds of blocks, even of unknown ones. Empty where it is malformed. Never
 * throws.
 */
export function flattenRichMessage(message: unknown): FlatMessage {
  const found: Found = { addresses: [], media: [] };
  const text = readBlocks(asObject(message)["blocks"], found).join("\n");
  return {
    text,
    entities: locate(found.addresses, text),
    media: found.media.slice(0, MAX_MEDIA),
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
    if (offset === -1) return [];
    end = offset + name.length;
    return [{ ...address, offset, length: name.length }];
  });
}

/** The lines of blocks, each of which has some of these fields. */
function readBlocks(
  blocks: unknown,
  found: Found,
  depth = 0,
): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  const read = (text: unknown): string => readText(text, found, depth + 1);
  const within = (inner: unknown) => readBlocks(inner, found, depth + 1);
  return listOf(blocks).flatMap((value) => {
    const block = asObject(value);
    found.media.push(...mediaOf(block));
    const { latitude, longitude } = asObject(block["location"]);
    return [
      read(block["summary"]),
      read(block["text"]),
      read(block["expression"]),
      ...listOf(block["items"]).map((item) => {
        const lines = within(asObject(item)["blocks"]);
        return `${markOf(asObject(item))} ${lines.join("\n")}`;
      }),
      ...listOf(block["cells"]).map((row) =>
        listOf(row)
          .map((cell) => read(asObject(cell)["text"]))
          .join(" | "),
      ),
      ...listOf(block["buttons"]).map(read),
      ...within(block["blocks"]),
      [latitude, longitude].filter(Number.isFinite).join(", "),
      // A text, or an object with one.
      read(block["caption"]),
      read(asObject(block["caption"])["credit"]),
      read(block["credit"]),
    ].filter((line) => line.trim() !== "");
  });
}

function markOf({ label, has_checkbox, is_checked }: JsonObject): string {
  if (has_checkbox === true) return is_checked === true ? "[x]" : "[ ]";
  return asText(label) || "-";
}

const FILES = ["animation", "audio", "document", "photo", "video"];

function mediaOf(block: JsonObject): readonly JsonObject[] {
  const type = asText(block["type"]);
  if (type === "voice_note") return [{ voice: block[type] }];
  return FILES.includes(type) ? [{ [type]: block[type] }] : [];
}

/** Formatted text (https://core.telegram.org/bots/api#richtext), or a button. */
function readText(text: unknown, found: Found, depth: number): string {
  if (typeof text === "string") return text;
  if (depth > MAX_DEPTH) return "";
  const read = (inner: unknown) => readText(inner, found, depth + 1);
  if (Array.isArray(text)) return text.map(read).join("");
  if (!isObject(text)) return "";
  const { type, url, alternative_text, expression } = text;
  const words =
    asText(alternative_text) ||
    asText(expression) ||
    read(text["text"] ?? text["button"]);
  if (type === "url") return withAddress(words, asText(url));
  if (ADDRESSES.includes(asText(type))) {
    const { id } = asObject(text["user"]);
    const user = typeof id === "number" && { user: { id } };
    found.addresses.push({ type: asText(type), text: words, ...user });
  }
  return words;
}

const ADDRESSES = ["mention", "text_mention", "bot_command"];

/** The address is left out if it is the text, or of no use outside Telegram. */
function withAddress(words: string, address: string): string {
  if (!/^https?:/i.test(address) || bare(address) === bare(words)) return words;
  return words.trim() === "" ? address : `${words} (${address})`;
}

function bare(address: string): string {
  return address.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
