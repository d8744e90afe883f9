/**
 * Characters that nobody sees, but models read: controls, and what Unicode lets programs ignore, such as soft hyphens,
 * marks that turn the direction of writing, fillers, variation selectors and tags. Not those that people see the effect
 * of: the joiners of emoji and of many scripts, and the selector that makes an emoji of a sign (`❤️`, `1️⃣`).
 * Source: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
export const INVISIBLE =
  /[^\P{Cc}\s]|(?!\u{200C}|\u{200D}|\u{FE0F})\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|[#*\d](?=\u{FE0F}\u{20E3}))\u{FE0F}|[\u{FFF9}-\u{FFFB}]/gu;
