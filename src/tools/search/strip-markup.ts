import { INVISIBLE } from "../invisible-characters.ts";

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

/** Names in the order of their characters, from U+00A0 on. https://html.spec.whatwg.org/multipage/named-characters.html */
const LATIN_NAMES =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr " +
  "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
  "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** From U+03B1 on. */
const GREEK_NAMES =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega";

const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...inOrder(LATIN_NAMES, 0xa0),
  ...inOrder(GREEK_NAMES, 0x3b1),
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["ensp", "\u{2002}"],
  ["emsp", "\u{2003}"],
  ["thinsp", "\u{2009}"],
  ["zwnj", "\u{200C}"],
  ["zwj", "\u{200D}"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["sbquo", "‚"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bdquo", "„"],
  ["lsaquo", "‹"],
  ["rsaquo", "›"],
  ["bull", "•"],
  ["hellip", "…"],
  ["prime", "′"],
  ["Prime", "″"],
  ["euro", "€"],
  ["trade", "™"],
  ["larr", "←"],
  ["rarr", "→"],
  ["minus", "−"],
  ["infin", "∞"],
  ["asymp", "≈"],
  ["ne", "≠"],
  ["le", "≤"],
  ["ge", "≥"],
  ["OElig", "Œ"],
  ["oelig", "œ"],
  ["Scaron", "Š"],
  ["scaron", "š"],
]);

/** What old pages mean by the numbers 128 to 159, and browsers show: Windows-1252. */
const WINDOWS_CHARACTERS =
  "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";

/** HTML's character references as characters, once: `&amp;lt;` becomes `&lt;`. Unknown names stay as they are. */
export function decodeEntities(html: string): string {
  return html.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi,
    (
      reference: string,
      decimal: string | undefined,
      hexadecimal: string | undefined,
      name: string | undefined,
    ) => {
      if (name !== undefined) return NAMED_CHARACTERS.get(name) ?? reference;
      return toCharacter(
        decimal === undefined
          ? Number.parseInt(hexadecimal ?? "", 16)
          : Number(decimal),
      );
    },
  );
}

function toCharacter(codePoint: number): string {
  if (codePoint === 0 || codePoint > 0x10ffff) return "\u{FFFD}";
  return WINDOWS_CHARACTERS[codePoint - 128] ?? String.fromCodePoint(codePoint);
}

function inOrder(names: string, first: number) {
  return names
    .split(" ")
    .map((name, index) => [name, String.fromCodePoint(first + index)] as const);
}
