import { INVISIBLE } from "../invisible-characters.ts";
import { decodeEntities } from "./decode-entities.ts";

/** Longer texts are cut first; no result needs more, and the patterns stay quick. */
const MAX_LENGTH = 5_000;

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
