import * as z from "zod";
import { checkPublicAddress } from "../runtime/public-address.ts";
import { isObject, parseJson } from "../text/json.ts";

/**
 * Schemas of single variables. Problems are clauses to follow the variable's
 * name and never contain its value.
 */

export function text() {
  return z.string().trim();
}

/** Placeholders of examples: `sk-…`, `<key>`, `your-key-here`. */
const PLACEHOLDER =
  /^(?:sk-)?(?:…|\.{3})|(?:…|\.{3})$|^<.*>$|^(?:sk-)?your[-_ ]|[-_ ]here$/i;

/** A key for a header: visible ASCII characters. */
export function headerText() {
  return text()
    .refine((value) => !PLACEHOLDER.test(value), {
      error: "is a placeholder; replace it with the real value",
      abort: true,
    })
    .regex(
      /^[!-~]+$/,
      "contains spaces or non-ASCII characters; was it pasted completely?",
    );
}

export function oneOf<const Name extends string>(names: readonly Name[]) {
  return z.enum(names, `must be one of ${names.join(", ")}`);
}

/**
 * Removes trailing slashes. `fetch` rejects URLs with a user name or password;
 * set `mayHoldPassword` only if the caller removes them first.
 */
export function httpUrl({ mayHoldPassword = false } = {}) {
  return text().transform((value, context) => {
    const url = URL.parse(value.replace("{language}", "en"));
    if (url === null || !/^https?:\/\//.test(value)) {
      context.addIssue("is not an http(s) address");
      return z.NEVER;
    }
    if (!mayHoldPassword && (url.username !== "" || url.password !== "")) {
      context.addIssue("must not contain a user name or password");
      return z.NEVER;
    }
    return value.replace(/\/+$/, "");
  });
}

export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z.string().transform((value, context) => {
    const number = /^\s*\d+\s*$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    context.addIssue(`must be a whole number from ${min} to ${max}`);
    return z.NEVER;
  });
}

/** 0: no limit. Lower limits would not allow even one typical answer. */
export function dailyTokens() {
  const min = 10_000;
  const max = 1_000_000_000_000;
  return wholeNumber({ min: 0, max }).refine(
    (tokens) => tokens === 0 || tokens >= min,
    `must be 0 (no limit), or a whole number from ${min} to ${max}`,
  );
}

/** Tokens per day, or a share of another limit. */
export type TokenLimit = z.output<ReturnType<typeof dailyTokensOrShare>>;

/** A number as in `dailyTokens`, or a share such as `25%`. */
export function dailyTokensOrShare() {
  return z.union(
    [
      text()
        .regex(/^0*(?:100|[1-9]\d?)%$/)
        .transform((value) => ({ percent: parseInt(value, 10) })),
      dailyTokens().transform((tokens) => ({ tokens })),
    ],
    "must be a share like 25% (1% to 100%), 0 (no limit), or a whole number of at least 10000",
  );
}

/** Separated by commas; trims entries and drops empty ones. */
export function list() {
  return z.string().transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ""),
  );
}

/** Origins of sites: https, or http for this machine. */
export function origins() {
  return list().refine(
    (sites) => sites.every(isOrigin),
    "must be a list of origins like https://shop.example,https://www.shop.example: https://, the host, no path",
  );
}

function isOrigin(site: string): boolean {
  // `URL` accepts more in a host, such as `*` and `;`.
  if (!/^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(site)) return false;
  const { origin, protocol, hostname } = URL.parse(site) ?? {};
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  return origin === site && (protocol === "https:" || isLocal);
}

/**
 * Names of public hosts, normalised by `URL`; `*.example.com` matches all
 * subdomains of example.com.
 */
export function hostNames() {
  return list()
    .refine(
      (names) => names.every((name) => toHost(name) !== undefined),
      "must be a list of public hosts like docs.example.com,*.example.org, without https:// and paths",
    )
    .transform((names) => names.flatMap((name) => toHost(name) ?? []));
}

function toHost(entry: string): string | undefined {
  const [, star = "", name = ""] =
    /^(\*\.)?([^\s*/?#@:\\]+)$/.exec(entry) ?? [];
  const check = checkPublicAddress(`https://${name}`);
  return check.kind === "public" ? star + check.url.hostname : undefined;
}

export function listOf<const Name extends string>(names: readonly Name[]) {
  return list()
    .pipe(z.array(oneOf(names)))
    .transform((chosen) => [...new Set(chosen)]);
}

/** @param example two ids, for the error message */
export function listOfIds({
  pattern = /^-?\d+$/,
  example = "numbers like 4711,-100123",
}: { pattern?: RegExp; example?: string } = {}) {
  return list().refine(
    (ids) => ids.every((id) => pattern.test(id)),
    `must be a list of ${example}; the bot tells strangers their ids`,
  );
}

/**
 * A name may occur twice, with an old and a new key, to rotate keys without
 * downtime.
 */
export function apiKeys() {
  return list()
    .transform((entries) =>
      entries.map((entry) => {
        const colon = entry.indexOf(":");
        return {
          name: entry.slice(0, Math.max(colon, 0)),
          key: entry.slice(colon + 1),
        };
      }),
    )
    .refine(
      (keys) => keys.every(({ name }) => /^[\w-]{1,64}$/.test(name)),
      "must be a list like shop:KEY,help-desk:KEY (names of letters, digits, _ and -)",
    )
    .refine(
      (keys) => keys.every(({ key }) => /^[!-~]+$/.test(key)),
      "has a key that is empty, or contains spaces or non-ASCII characters",
    )
    .refine(
      (keys) => new Set(keys.map(({ key }) => key)).size === keys.length,
      "has the same key twice",
    );
}

/** @param example for the error message */
export function jsonObject({ example = '{"enable_thinking": false}' } = {}) {
  return z.string().transform((value, context) => {
    const object = parseJson(value);
    if (isObject(object)) return object;
    context.addIssue(`must be a JSON object, e.g. ${example}`);
    return z.NEVER;
  });
}
