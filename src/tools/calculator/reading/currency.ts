import { CalculationError } from "../calculation-error.ts";
import { parseNames } from "../table.ts";

/**
 * Drops currency signs: `$2.5M` is 2,500,000. Throws `CalculationError` if
 * there are several currencies.
 */
export function dropCurrency(written: string): string {
  const text = written.replaceAll(INDIAN_END, "");
  const found = [...text.matchAll(CURRENCY)].map(([sign]) => signOf(sign));
  const signs = new Set(found.map((sign) => sign.at(-1)));
  const countries = new Set(found.map((sign) => sign.slice(0, -1)));
  countries.delete("");
  if (countries.size > 1 || signs.size > 1)
    throw new CalculationError(
      `the amounts are in different currencies (${[...new Set(found)].join(" ")}). Convert them to one first and leave out the signs.`,
    );
  return text
    .replaceAll(
      SCALED,
      (_, amount: string, scale: string) =>
        `(${amount}*10^${SCALES[scale.charAt(0).toLowerCase()] ?? 0})`,
    )
    .replaceAll(CURRENCY, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/**
 * Words for each currency sign. The last character is the sign itself, so `US$`
 * and `$` count as one currency.
 */
const WORDS = parseNames(`
US$ usd 美元 美金|CA$ cad c$|AU$ aud a$|NZ$ nzd|HK$ hkd 港币 港元|SG$ sgd s$|TW$ twd nt$ 台币|MX$ mxn|BR$ brl r$
$ dollar dollars|₹ inr rupee rupees rs. rs 卢比|£ gbp 英镑|€ eur euro euros 欧元|CHF chf fr.|RUB rub ₽ rouble roubles
CN¥ cny rmb 人民币 yuan|¥ 元 块钱 块|JP¥ jpy yen 日元|₩ krw won 韩元|PKR pkr|₺ lira|฿ thb baht 泰铢|₫ vnd dong|₱ php
MYR myr rm|SEK sek|NOK nok|DKK dkk|KR kr kr.|PLN pln zł|CZK czk kč|HUF huf|ZAR zar rand|AED aed|SAR sar|₪ ils
`);

const SIGN = String.raw`(?:(?<![\p{L}\d])(?:US|CA|AU|HK|NZ|SG|CN|JP|NT|TW|MX|BR|[ACRS]))?\p{Sc}`;

const WORD = [...WORDS.keys()]
  .filter((word) => /^[\p{L}.]+$/u.test(word))
  .join("|")
  .replaceAll(".", String.raw`\.`);

/** A code or abbreviation that may precede its number; words only follow it. */
const CODE = String.raw`(?:[A-Z]{3}|Rs\.?|Fr\.|RM|kr\.?|zł|Kč)`;

/** A sign, code or word before or after a number. */
const CURRENCY = new RegExp(
  String.raw`${SIGN}(?=\s*-?[\d.(])|(?<![\p{L}\d])(?=${CODE}\s*-?[\d.(])(?:${WORD})(?=\s*-?[\d.(])|(?<=(?:[\d万亿千百]|\b(?:[mb]illion|thousand))\s?)(?:${SIGN}|(?:${WORD})(?![\p{Script=Latin}\d]))`,
  "giu",
);

/** `Rs. 500/-` */
const INDIAN_END = /(?<=\d)\/-(?!\s*[\p{L}\d.(√])/gu;

const SCALES: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, t: 12 };

const SCALED = new RegExp(
  String.raw`(?<=${SIGN}\s?)(\d[\d,]*(?:\.\d+)?)\s?(k|[mbt]n?)\b`,
  "giu",
);

function signOf(written: string): string {
  return WORDS.get(written.toLowerCase()) ?? written.toUpperCase();
}
