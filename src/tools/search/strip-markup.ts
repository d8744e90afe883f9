/** Longer texts are cut first; no result needs more, and the patterns stay quick. */
const MAX_LENGTH = 5_000;

/**
 * HTML of a result as plain text in one line. Tags go first and entities are decoded once, so that `&amp;lt;` and
 * `&lt;b&gt;` stay what they say; the outcome is text, not safe HTML.
 */
export function stripMarkup(html: string): string {
  return html
    .slice(0, MAX_LENGTH)
    .replaceAll(/<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gis, " ")
    .replaceAll(/<(?:br|p|div|li|tr|td|h[1-6])\b[^<>]*>/gi, " ")
    .replaceAll(/<[/!]?[a-z][^<>]*>/gi, "")
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, decodeEntity)
    .replaceAll(/\s+/g, " ")
    .toWellFormed()
    .trim();
}

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["middot", "·"],
]);

function decodeEntity(
  entity: string,
  decimal: string | undefined,
  hexadecimal: string | undefined,
  name: string | undefined,
): string {
  if (name !== undefined) return NAMED_ENTITIES.get(name) ?? entity;
  const codePoint =
    decimal === undefined
      ? Number.parseInt(hexadecimal ?? "", 16)
      : Number(decimal);
  return codePoint > 0 && codePoint <= 0x10ffff
    ? String.fromCodePoint(codePoint)
    : "\u{FFFD}";
}
