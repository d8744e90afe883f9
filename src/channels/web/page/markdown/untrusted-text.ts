const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["times", "×"],
  ["deg", "°"],
]);

/** Replaces character references (`&amp;`, `&#39;`, `&#x4e2d;`), of the named ones those that models write. The result is text, not markup. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (reference, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? reference;
      const code =
        decimal === undefined
          ? Number.parseInt(hexadecimal ?? "", 16)
          : Number(decimal);
      return code === 0 || code > 0x10ffff
        ? "\ufffd"
        : String.fromCodePoint(code).toWellFormed();
    },
  );
}

const safeProtocols: ReadonlySet<string> = new Set([
  "http:",
  "https:",
  "mailto:",
]);

/** The address, normalised, when following it can only open a web page or a new mail; `undefined` for `javascript:`, `data:`, relative ones and the like. */
export function toSafeAddress(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return safeProtocols.has(url.protocol) ? url.href : undefined;
}
