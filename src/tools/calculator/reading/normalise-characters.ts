/**
 * Writes full-width forms, foreign digits, look-alike quotes and unusual blanks in ASCII and drops invisible characters;
 * changes no meaning. Compatibility normalisation (NFKC) would: it makes 52 of 5².
 */
export function normaliseCharacters(text: string): string {
  return text
    .replaceAll(/[\u{FF01}-\u{FF5E}]/gu, toHalfWidth)
    .replaceAll("￥", "¥")
    .replaceAll(/[٠-٩۰-۹०-९]/gu, toDigit)
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replaceAll("٪", "%")
    .replaceAll(/\r\n?|[\u{2028}\u{2029}]/gu, "\n")
    .replaceAll(/[\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}\u{FEFF}]/gu, "")
    .replaceAll(GROUPING_SIGN, "")
    .replaceAll(/[\p{Zs}\t]+/gu, " ")
    .replaceAll(/[“”„«»「」『』]/gu, '"')
    .replaceAll(/[‘’]/gu, "'")
    .trim();
}

/** No-break and thin blanks, and the apostrophe of Switzerland, between groups of three digits: 1'234'567. */
const GROUPING_SIGN = /(?<=\d)['’\u{A0}\u{2009}\u{202F}](?=\d{3}(?!\d))/gu;

/** The full-width forms U+FF01 to U+FF5E repeat ASCII's U+0021 to U+007E in the same order. */
function toHalfWidth(character: string): string {
  return String.fromCodePoint(character.charCodeAt(0) - 0xfee0);
}

/** Digits follow one another in Unicode; these begin at 0x660, 0x6F0 and 0x966. */
function toDigit(character: string): string {
  const code = character.charCodeAt(0);
  return String((code - (code >= 0x966 ? 0x966 : 0x660)) % 16);
}
