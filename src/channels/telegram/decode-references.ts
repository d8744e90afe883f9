/** The references that models write; HTML knows two thousand more. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
  ensp: "\u2002",
  emsp: "\u2003",
  thinsp: "\u2009",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  middot: "·",
  bull: "•",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  times: "×",
  divide: "÷",
  plusmn: "±",
  minus: "−",
  le: "≤",
  ge: "≥",
  ne: "≠",
  larr: "←",
  rarr: "→",
  euro: "€",
  pound: "£",
  yen: "¥",
};

/** Reads HTML's character references, such as `&amp;`, in Markdown text. Unknown ones stay as they are. */
export function decodeReferences(text: string): string {
  return text.replace(
    /&([a-z]{2,6});/g,
    (reference, name: string) => NAMED[name] ?? reference,
  );
}
