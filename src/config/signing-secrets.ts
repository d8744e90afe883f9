import { list } from "../settings/fields.ts";

/** Secrets are 24 to 64 random bytes (Standard Webhooks). */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Caller name of a secret without one. */
const DEFAULT_NAME = "default";

/**
 * Secrets with which callers sign messages: `whsec_…` or `name:whsec_…`,
 * separated by commas. A name may occur twice, with an old and a new secret, to
 * rotate secrets without downtime.
 */
export function signingSecrets() {
  return secretsOf({ example: "whsec_…,shop:whsec_…", nameless: DEFAULT_NAME });
}

/**
 * Secrets with which callbacks are signed: `name:whsec_…`, separated by commas.
 * Each belongs to one caller, since the receiver that verifies with it trusts
 * only that caller.
 */
export function callbackSecrets() {
  return secretsOf({
    example: "shop:whsec_…,help-desk:whsec_…, each with the caller's name",
    nameless: "",
  });
}

/** @param nameless name of entries without one; empty: not allowed */
function secretsOf({
  example,
  nameless,
}: {
  example: string;
  nameless: string;
}) {
  return list()
    .transform((entries) => entries.map((entry) => toSecret(entry, nameless)))
    .refine(
      (secrets) =>
        secrets.every(
          ({ name, secret }) =>
            /^[\w-]{1,64}$/.test(name) && secret.startsWith("whsec_"),
        ),
      {
        error: `must be a list like ${example} (names of letters, digits, _ and -)`,
        abort: true,
      },
    )
    .refine((secrets) => secrets.every(({ bytes }) => bytes !== undefined), {
      error: "has a secret whose part after whsec_ is not base64",
      abort: true,
    })
    .refine(
      (secrets) =>
        secrets.every(
          ({ bytes = "" }) =>
            bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES,
        ),
      `has a secret of the wrong length; use whsec_ followed by the base64 of ${MIN_BYTES} to ${MAX_BYTES} random bytes, e.g. from \`openssl rand -base64 32\``,
    )
    .refine(
      (secrets) =>
        new Set(secrets.map(({ bytes }) => bytes)).size === secrets.length,
      "has the same secret twice",
    )
    .transform((secrets) =>
      // In canonical base64: the package refuses a secret without padding.
      secrets.map(({ name, bytes = "" }) => ({
        name,
        secret: `whsec_${btoa(bytes)}`,
      })),
    );
}

function toSecret(entry: string, nameless: string) {
  const colon = entry.indexOf(":");
  const secret = entry.slice(colon + 1);
  return {
    name: colon === -1 ? nameless : entry.slice(0, colon),
    secret,
    bytes: tryDecode(secret),
  };
}

function tryDecode(secret: string): string | undefined {
  try {
    return decodeSecret(secret);
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a secret as a binary string. */
export function decodeSecret(secret: string): string {
  return atob(secret.slice("whsec_".length));
}
