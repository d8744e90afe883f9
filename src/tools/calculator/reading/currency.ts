import { CalculationError } from "../calculation-error.ts";
import { parseNames } from "../table.ts";

/**
 * Drops currency signs: `$2.5M` is 2,500,000. With a rate, currencies are units:
 * `250 EUR * 1.09 USD/EUR`. Otherwise throws `CalculationError` if there are
 * several.
 */
export function readCurrency(written: string): string {
  const text = readDecimalCommas(written.replaceAll(INDIAN_END, ""));
  if (RATE.test(text)) return writeUnits(text);
  const found = [...text.matchAll(CURRENCY)].map(([sign]) => signOf(sign));
  const signs = new Set(found.map((sign) => sign.at(-1)));
  const countries = new Set(found.map((sign) => sign.slice(0, -1)));
  countries.delete("");
  if (countries.size > 1 || signs.size > 1)
    throw new CalculationError(
      `the amounts are in different currencies (${[...new Set(found)].join(" ")}). Convert them to one first and leave out the signs, or write the rate with both: 250 EUR * 1.09 USD/EUR.`,
    );
  return countSpans(text)
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
 * `2500元 * 6个月` → `2500元 * 6`: money times so many months. Only in a sum of
 * products of plain numbers: in `2500元/月` and `$50 * 2 weeks to days`, the span
 * is meant.
 */
function countSpans(text: string): string {
  const terms = text.replaceAll(CURRENCY, "$").split(/([-+−])/);
  const isPlain = terms
    .filter((_, index) => index % 2 === 0)
    .every((term) => term.split(TIMES).every((factor) => FACTOR.test(factor)));
  if (!isPlain) return text;
  return terms
    .map((term) => (term.includes("$") ? term.replaceAll(SPAN, "") : term))
    .join("");
}

const TIMES = /[*×x]|乘以?|\btimes\b/i;
const SPAN = /(?:个月|[年周天日]|(?:day|week|month|year)s?\b)/gi;
const NUMBER = String.raw`[\d.,]+\s?[万亿千百]?`;

/** `2500$`, `3%`, `6 months`, `6 months / 2` */
const FACTOR = new RegExp(
  String.raw`^\s?\$?\s?${NUMBER}\s?(?:[$%]|${SPAN.source})?(?:\s?(?:[/÷]|除以)\s?${NUMBER})*\s?$`,
  "i",
);

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

const BEFORE = String.raw`${SIGN}(?=\s*-?[\d.(])|(?<![\p{L}\d])(?=${CODE}\s*-?[\d.(])(?:${WORD})(?=\s*-?[\d.(])`;
const NAME = String.raw`(?:${SIGN}|(?:${WORD})(?![\p{Script=Latin}\d]))`;

/** A sign, code or word before or after a number. */
const CURRENCY = new RegExp(
  String.raw`${BEFORE}|(?<=(?:[\d万亿千百]|\b(?:[mb]illion|thousand))\s?)${NAME}`,
  "giu",
);

/** `1.09 USD/EUR`, `7.2元/美元` */
const RATE = new RegExp(
  String.raw`(?<=\d\s?)${NAME}\s?(?:/|per\b|每)\s?${NAME}`,
  "iu",
);

const AMOUNT_BEFORE = new RegExp(
  String.raw`(${BEFORE})\s*([\d,]*\.?\d+)`,
  "giu",
);
const NAME_AFTER = new RegExp(
  String.raw`(?<=[\d万亿]\s?|[\p{L}\p{Sc}]\s?(?:/|per\b|每)\s?)${NAME}`,
  "giu",
);

/** `250 EUR at 1.09 USD/EUR` → `250 currencyEUR * 1.09 currencyUSD/currencyEUR` */
function writeUnits(text: string): string {
  return text
    .replaceAll(
      AMOUNT_BEFORE,
      (_, name: string, amount: string) => `${amount} ${unitOf(name)}`,
    )
    .replaceAll(NAME_AFTER, (name) => ` ${unitOf(name)}`)
    .replaceAll(/ ?(?:\/|\bper\b|每) ?(?=currency)/g, "/")
    .replaceAll(/ (?:at|@) (?=\d)/g, " * ");
}

/** Signs without a country: `$` is taken as US dollars. */
const CODES = parseNames(
  "USD $|CNY ¥|INR ₹|GBP £|EUR €|KRW ₩|TRY ₺|THB ฿|VND ₫|PHP ₱|ILS ₪|SEK KR",
);

function unitOf(name: string): string {
  const sign = signOf(name);
  const [code = sign] =
    [...WORDS].find(([word, of]) => of === sign && /^[a-z]{3}$/.test(word)) ??
    [];
  return `currency${(CODES.get(sign) ?? code).toUpperCase().replaceAll(/[^A-Z]/g, "")}`;
}

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

/** Currencies of countries with decimal commas. */
const WITH_COMMA = String.raw`(?:€|₽|₺|\b(?:EUR|euros?|kr|SEK|NOK|DKK|PLN|BRL|CZK|HUF)\b|zł|R\$|Kč)`;
const POINTED = String.raw`\d{1,3}(?:\.\d{3})+`;
const DECIMAL_COMMA = String.raw`(?<![\d.,])(?:${POINTED}|\d+),\d{2}(?![\d,]|\.\d)`;
const CERTAIN = new RegExp(
  `${WITH_COMMA} ?${DECIMAL_COMMA}|${DECIMAL_COMMA} ?${WITH_COMMA}`,
  "iu",
);
const COMMA_NUMBER = new RegExp(
  `${DECIMAL_COMMA}|(?<![\\d.,])${POINTED}(?![\\d.,])`,
  "g",
);

/**
 * `€2.499,90` → `€2499.90`. Throws `CalculationError` if other numbers in the
 * text have decimal points, and for `€2.499`, which has two readings.
 */
function readDecimalCommas(text: string): string {
  const [pointed] = POINTED_AMOUNT.exec(text) ?? [];
  if (!CERTAIN.test(text) && pointed === undefined) return text;
  const read = text.replaceAll(COMMA_NUMBER, (number) =>
    number.replaceAll(".", "").replace(",", "."),
  );
  const left = text.replaceAll(COMMA_NUMBER, "");
  if (CERTAIN.test(text) && !/\d[.,]\d/.test(left)) return read;
  throw new CalculationError(
    `the ${pointed === undefined ? "commas and points" : `point in ${pointed}`} can be read in two ways. Write numbers like 1234.5.`,
  );
}

const POINTED_AMOUNT = /€ ?\d{1,3}\.\d{3}(?![\d.,])/;
