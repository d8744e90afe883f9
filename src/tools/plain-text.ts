import { decodeHTMLStrict } from "entities";
import { shorten } from "../text.ts";
import { INVISIBLE } from "../untrusted-text.ts";

/** Longer texts are cut first; no result needs more, and the patterns stay quick. */
const MAX_LENGTH = 5_000;

/** HTML of a result as one line of plain text. Entities are decoded once, after the tags: `&lt;b&gt;` stays what it says. The outcome is not safe HTML. */
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

/** Longer ones are no use to anybody; half an address leads nowhere. */
const MAX_ADDRESS_LENGTH = 300;

/** An http(s) address without user name and password; `undefined` for everything else. */
export function toPageAddress(text: string): string | undefined {
  if (text.length > 2 * MAX_ADDRESS_LENGTH || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  url.username = "";
  url.password = "";
  return url.href.length > MAX_ADDRESS_LENGTH ? undefined : url.href;
}

/** A stranger's text as one line, at most `maxLength` UTF-16 units long, the cut marked by “…”. */
export function toLine(
  text: string,
  { maxLength }: { maxLength: number },
): string {
  // The rest of a long text cannot show.
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(INVISIBLE, "")
    .trim();
  return shorten(line, maxLength);
}
