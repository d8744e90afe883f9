import { decodeEntities } from "./decode-entities.ts";

/** Longer texts are cut first; no result needs more, and the patterns stay quick. */
const MAX_LENGTH = 5_000;

/** Control characters, soft hyphens, marks that turn the direction of writing, and tags: nobody sees them, but models read them. */
const INVISIBLE =
  /[^\P{Cc}\s]|[\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{E0000}-\u{E007F}]/gu;

/**
 * HTML of a result as plain text in one line. Tags go first and entities are decoded once, so that `&amp;lt;` and
 * `&lt;b&gt;` stay what they say; the outcome is text, not safe HTML.
 */
export function stripMarkup(html: string): string {
  const text = html
    .slice(0, MAX_LENGTH)
    .replaceAll(/<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gis, " ")
    .replaceAll(/<(?:br|p|div|li|tr|td|h[1-6])\b[^<>]*>/gi, " ")
    .replaceAll(/<[/!]?[a-z][^<>]*>/gi, "");
  return decodeEntities(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(INVISIBLE, "")
    .toWellFormed()
    .trim();
}
