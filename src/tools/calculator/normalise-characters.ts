/**
 * Writes full-width forms, look-alike quotes and unusual blanks in ASCII and drops invisible characters; changes no
 * meaning. Compatibility normalisation (NFKC) would: it makes 52 of 5².
 */
export function normaliseCharacters(text: string): string {
  return text
    .replaceAll(/[\u{FF01}-\u{FF5E}]/gu, toHalfWidth)
    .replaceAll("￥", "¥")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\p{Zs}\t]/gu, " ")
    .replaceAll(/[\u{200B}-\u{200F}\u{2060}\u{FEFF}]/gu, "")
    .replaceAll(/[“”„「」『』]/gu, '"')
    .replaceAll(/[‘’]/gu, "'")
    .trim();
}

/** The full-width forms U+FF01 to U+FF5E repeat ASCII's U+0021 to U+007E in the same order. */
function toHalfWidth(character: string): string {
  return String.fromCodePoint(character.charCodeAt(0) - 0xfee0);
}
