import { CalculationError } from "../calculation-error.ts";

/** Amounts of one currency are numbers; amounts of several cannot be added. `$2.5M` is 2,500,000. */
export function dropCurrency(text: string): string {
  const found = [...text.matchAll(CURRENCY)].map(([written]) =>
    signOf(written),
  );
  const signs = new Set(found.map((sign) => sign.at(-1)));
  const countries = new Set(found.map((sign) => sign.slice(0, -1)));
  countries.delete("");
  if (countries.size > 1 || signs.size > 1)
    throw new CalculationError(
      `the amounts are in several currencies (${[...new Set(found)].join(" ")}). Convert them to one first and leave the signs out.`,
    );
  return text
    .replaceAll(
      SCALED,
      (_, amount: string, scale: string) =>
        `(${amount}*10^${SCALES[scale.toLowerCase()] ?? 0})`,
    )
    .replaceAll(CURRENCY, " ")
    .replaceAll(/ {2,}/g, " ");
}

const SIGN = String.raw`(?:\b(?:US|CA|AU|HK|NZ|SG|CN|JP))?\p{Sc}`;

/** Behind a country's letters the sign: a dollar of the US is a dollar. */
const WORDS: Readonly<Record<string, string>> = {
  usd: "US$",
  cad: "CA$",
  aud: "AU$",
  hkd: "HK$",
  dollar: "$",
  dollars: "$",
  美元: "US$",
  美金: "US$",
  eur: "€",
  euro: "€",
  euros: "€",
  欧元: "€",
  gbp: "£",
  chf: "CHF",
  英镑: "£",
  cny: "CN¥",
  rmb: "CN¥",
  人民币: "CN¥",
  yuan: "CN¥",
  元: "¥",
  块: "¥",
  块钱: "¥",
  jpy: "JP¥",
  yen: "JP¥",
  日元: "JP¥",
  inr: "₹",
  rupee: "₹",
  rupees: "₹",
};

const ANY_WORD = Object.keys(WORDS).join("|");

/** The sign or word before a number or behind it. */
const CURRENCY = new RegExp(
  String.raw`(?:${SIGN}|\b(?:USD|CAD|AUD|HKD|EUR|GBP|CHF|CNY|RMB|JPY|INR)\b)(?=\s*-?[\d.(])|(?<=[\d万亿千百]\s?)(?:${SIGN}|(?:${ANY_WORD})(?![\p{L}\d]))`,
  "giu",
);

const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  m: 6,
  mn: 6,
  b: 9,
  bn: 9,
  t: 12,
  tn: 12,
};

const SCALED = new RegExp(
  String.raw`(?<=${SIGN}\s?)(\d[\d,]*(?:\.\d+)?)\s?(k|mn?|bn?|tn?)\b`,
  "giu",
);

function signOf(written: string): string {
  return WORDS[written.toLowerCase()] ?? written.toUpperCase();
}
