import type { RichText } from "grammy/types";
import { asObject, asText, type JsonObject } from "../../text/json.ts";
import { cutText } from "../../text/text.ts";

/** What is left to read of a rich message, and what was found in it. */
export interface Reading {
  /** UTF-16 units of text. */
  left: number;
  /** Levels of blocks and formats. */
  depth: number;
  /** In the order of the text. */
  readonly addresses: Address[];
  /** Each with its file in the field that a message would have it in. */
  readonly media: JsonObject[];
}

/** A part of the text that may address the bot. */
export interface Address {
  readonly type: "mention" | "text_mention" | "bot_command";
  readonly text: string;
  readonly user?: { readonly id: number };
}

/** Telegram allows 16 levels; a list of texts counts as one here, too. */
const MAX_DEPTH = 64;

type Read = (value: JsonObject, reading: Reading) => string;
type Format = Exclude<RichText, string | RichText[]>["type"];

/** All other formats are those of their text, and are dropped. */
const FORMATS: ReadonlyMap<unknown, Read> = new Map<Format, Read>([
  ["url", readLink],
  ["mention", readAddress("mention")],
  ["text_mention", readAddress("text_mention")],
  ["bot_command", readAddress("bot_command")],
  ["button", ({ button }, reading) => readButton(button, reading)],
  [
    "custom_emoji",
    ({ alternative_text }, reading) => take(alternative_text, reading),
  ],
  [
    "mathematical_expression",
    ({ expression }, reading) => `$${take(expression, reading)}$`,
  ],
]);

/**
 * Reads formatted text (https://core.telegram.org/bots/api#richtext). Empty if
 * it is malformed.
 */
export function readRichText(text: unknown, reading: Reading): string {
  if (typeof text === "string") return take(text, reading);
  return nested(reading, () => {
    if (Array.isArray(text))
      return text.map((part) => readRichText(part, reading)).join("");
    const formatted = asObject(text);
    const read = FORMATS.get(formatted["type"]) ?? readText;
    return read(formatted, reading);
  });
}

export function readText({ text }: JsonObject, reading: Reading): string {
  return readRichText(text, reading);
}

export function readButton(button: unknown, reading: Reading): string {
  return `[${readText(asObject(button), reading)}]`;
}

/** Reads one level deeper; empty beyond `MAX_DEPTH`. */
export function nested(reading: Reading, read: () => string): string {
  if (reading.depth === MAX_DEPTH) return "";
  reading.depth++;
  const text = read();
  reading.depth--;
  return text;
}

export function take(text: unknown, reading: Reading): string {
  const taken = cutText(asText(text), reading.left);
  reading.left -= taken.length;
  return taken;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The address is left out if it is the text, or of no use outside Telegram. */
function readLink({ text, url }: JsonObject, reading: Reading): string {
  const label = readRichText(text, reading);
  const address = asText(url);
  return /^https?:/i.test(address) && bare(address) !== bare(label)
    ? `[${label}](${take(address, reading)})`
    : label;
}

function bare(address: string): string {
  return address.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}

function readAddress(type: Address["type"]): Read {
  return (formatted, reading) => {
    const text = readText(formatted, reading);
    const { id } = asObject(formatted["user"]);
    const user = typeof id === "number" && { user: { id } };
    reading.addresses.push({ type, text, ...user });
    return text;
  };
}
