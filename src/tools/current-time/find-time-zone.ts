import { CITY_TIME_ZONES } from "./city-time-zones.ts";

/** Longer than any name there is. */
const MAX_LENGTH = 64;

/** Where one-word aliases of the IANA database are cities, mostly. In `US/`, `Brazil/` … they are not. */
const AREAS = [
  "Africa",
  "America",
  "Antarctica",
  "Arctic",
  "Asia",
  "Atlantic",
  "Australia",
  "Europe",
  "Indian",
  "Pacific",
];

/**
 * The time zone that a text names, as `Intl` takes it: an IANA name in any case, an offset (`UTC+8`, `-03:30`), or a
 * city in exactly one IANA name (`New York`), or one of a few that are in none (`北京`). Abbreviations name none: CST is the
 * time of Chicago, Shanghai or Havana.
 */
export function findTimeZone(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const name = tidy(text);
  if (/^(?:UTC|GMT|Z)$/i.test(name)) return "UTC";
  if (/^(?:UTC|GMT)?_?[+-]/i.test(name)) return readOffset(name);
  const city = CITY_TIME_ZONES.get(
    name.toLowerCase().replace(/_?(?:time|时间|時間)$/, ""),
  );
  if (city !== undefined) return city;
  // For an abbreviation like CST, Intl takes one of the places that use it.
  if (name.length <= 3) return undefined;
  return resolve(name)?.name ?? findCity(name);
}

/** `São Paulo` → `Sao_Paulo`, with full-width characters as ASCII. */
function tidy(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}.'’]/gu, "")
    .replaceAll("−", "-")
    .trim()
    .replaceAll(/\s+/g, "_");
}

/** From -14:00 to +14:00; places on Earth use no others. */
function readOffset(name: string): string | undefined {
  const [, sign, hours = "", minutes = "00"] =
    /^(?:UTC|GMT)?_?([+-])_?(\d{1,2})(?::?([0-5]\d))?$/i.exec(name) ?? [];
  return sign === undefined || Number(`${hours}.${minutes}`) > 14
    ? undefined
    : `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

function findCity(name: string): string | undefined {
  const zones = AREAS.flatMap((area) => resolve(`${area}/${name}`) ?? []);
  const [zone, ...others] = new Map(
    zones.map(({ name: alias, canonical }) => [canonical, alias]),
  ).values();
  return others.length === 0 ? zone : undefined;
}

/** `Intl` answers with old names for new ones (Asia/Calcutta for Asia/Kolkata); people know the new ones better. */
function resolve(
  name: string,
): { name: string; canonical: string } | undefined {
  try {
    const { timeZone: canonical } = Intl.DateTimeFormat("en", {
      timeZone: name,
    }).resolvedOptions();
    const isSame = canonical.toLowerCase() === name.toLowerCase();
    return { name: isSame ? canonical : capitalise(name), canonical };
  } catch {
    return undefined;
  }
}

function capitalise(name: string): string {
  return name.replaceAll(/(?<![a-z])[a-z]/gi, (letter) => letter.toUpperCase());
}
