/**
 * A text with its arithmetic in ASCII signs: `3 除以 4` → `3 / 4`, `12.5 percent` → `12.5%`. What is not understood stays
 * as it is. A minus that cannot be a dash becomes `−`.
 */
export function writeInSigns(text: string): string {
  const halfWidth = text.replaceAll(FULL_WIDTH, (character) =>
    // Full-width forms repeat ASCII in the same order.
    String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
  return REWRITES.reduce(
    (rest, [pattern, sign]) => rest.replaceAll(pattern, sign),
    halfWidth.replaceAll(GROUPED_NUMBER, (number) =>
      number.replaceAll(",", ""),
    ),
  );
}

/** But ， stands between sentences, never in a number. */
const FULL_WIDTH = /[\u{FF01}-\u{FF0B}\u{FF0D}-\u{FF5E}]/gu;

/** `1,234,567`; not `0,125` or `1.000,500`, where the comma may stand before decimals. */
const GROUPED_NUMBER =
  /(?<![\p{Lu}\p{Ll}\p{N}.,_])[1-9]\d{0,2}(?:,\d{3})+(?![\p{N}_]|[.,]\d+[.,]\d|,\d)/gu;

/** Behind it, a number goes on. */
const NUMBER_END = String.raw`(?![\p{N}\p{Lu}\p{Ll}_%]|[.,:'’]\p{N})`;

const CHINESE_NUMERAL = "[一二两三四五六七八九十百千万亿]";

/** Only beside an operand: 加 is also a part of 参加 and 加拿大. */
function chineseOperator(word: string): RegExp {
  return new RegExp(
    ` ?(?:(?<=(?:[\\d)%]|${CHINESE_NUMERAL}) ?)${word}|${word}(?= ?(?:[-\\d.(]|${CHINESE_NUMERAL}))) ?`,
    "gu",
  );
}

const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+/gi, " "],
  [/\r\n?/g, "\n"],
  [/[^\S\n]/g, " "],
  [/[×·]/g, "*"],
  [/÷/g, "/"],
  [/–/g, "-"],
  [/(?<=[\d)%] *)\*\*(?= *[-\d.(])/g, "^"],
  [/[$€£¥￥](?=\d)|(?<=\d) ?[€£¥￥元](?![\d.])/g, ""],
  [/(?<=[\d)%]) x (?=[-\d.(])/gi, " * "],
  // Not the x of 0x1F.
  [/(?<=[\d)%])(?<!(?<![\d.])0)x(?=[\d.(])/gi, " * "],
  [/\bplus\b/gi, "+"],
  [/(?:负|\bnegative ) ?(?=[\d.(])/gi, "-"],
  [/(?<=^|\b(?:is|calculate|compute) )minus (?=[\d.(])/gim, "-"],
  [/\bminus\b/gi, "−"],
  [/\b(?:multiplied by|times)\b/gi, "*"],
  [/\bdivided by\b/gi, "/"],
  [/\b(?:to the power of|raised to)\b/gi, "^"],
  [/(?<=[\d)]) squared\b/gi, "^2"],
  [/(?<=[\d)]) cubed\b/gi, "^3"],
  [
    new RegExp(
      String.raw`(?:√|\b(?:the )?square root of) ?(\d+(?:\.\d+)?)${NUMBER_END}`,
      "giu",
    ),
    "sqrt($1)",
  ],
  [/(?:√|\b(?:the )?square root of) ?(?=\()/gi, "sqrt"],
  [/ ?\b(?:percent|per cent)\b/gi, "%"],
  // But 7 % -3 may be a remainder.
  [/(?<=\d) +%(?! *-[\d.(])/g, "%"],
  [new RegExp(String.raw`百分之 ?(\d+(?:\.\d+)?)${NUMBER_END}`, "gu"), "$1%"],
  [chineseOperator("加上?"), " + "],
  [chineseOperator("减去?"), " − "],
  [chineseOperator("除以"), " / "],
  [chineseOperator("乘以?"), " * "],
];
