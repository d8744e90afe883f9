import { decodeHTMLStrict } from "entities";
import { shorten } from "../text/text.ts";
import { INVISIBLE } from "../text/untrusted-text.ts";

/** Cut before matching, which keeps the patterns fast; no passage needs more. */
const MAX_LENGTH = 5_000;

/**
 * Converts a passage of HTML to one line of plain text. Decodes entities once,
 * after removing tags, so `&lt;b&gt;` becomes `<b>`. The output is not safe
 * HTML.
 */
export function stripMarkup(html: string): string {
  const text = html
    .slice(0, MAX_LENGTH)
    .replaceAll(/<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gis, " ")
    .replaceAll(/<(?:br|p|div|li|tr|td|h[1-6])\b[^<>]*>/gi, " ")
    .replaceAll(/<[/!]?[a-z][^<>]*>/gi, "");
  return decodeHTMLStrict(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(INVISIBLE, "")
    .toWellFormed()
    .trim();
}

/** Longer addresses are dropped, since a truncated one is broken. */
const MAX_ADDRESS_LENGTH = 300;

/**
 * Returns an http(s) address without user name and password; `undefined` for
 * anything else.
 */
export function toPageAddress(text: string): string | undefined {
  if (text.length > 2 * MAX_ADDRESS_LENGTH || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  url.username = "";
  url.password = "";
  return url.href.length > MAX_ADDRESS_LENGTH ? undefined : url.href;
}

/**
 * Converts untrusted text to one line of at most `maxLength` UTF-16 units; a
 * cut ends in “…”.
 */
export function toLine(
  text: string,
  { maxLength }: { maxLength: number },
): string {
  // Cut first: the rest cannot be part of the line.
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(INVISIBLE, "")
    .trim();
  return shorten(line, maxLength);
}
