import { list } from "./fields.ts";

/** Secrets are 24 to 64 random bytes (Standard Webhooks). */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** The caller of a secret without a name. */
const DEFAULT_NAME = "default";

/**
 * What callers sign their messages with: `whsec_…` or `name:whsec_…`, separated by commas. A name may occur twice, with an old and
 * a new secret: that is how secrets are changed without a gap.
 */
export function signingSecrets() {
  return secretsOf({ example: "whsec_…,shop:whsec_…", nameless: DEFAULT_NAME });
}

/** What callbacks are signed with: `name:whsec_…`, separated by commas. Each belongs to one caller, since a receiver that verifies with it trusts that caller alone. */
export function callbackSecrets() {
  return secretsOf({
    example: "shop:whsec_…,help-desk:whsec_…, each with the caller's name",
    nameless: "",
  });
}

/** @param nameless the name of entries without one; empty: there may be none */
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
        secrets.every(({ bytes = "" }) => {
          return bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES;
        }),
      `has a secret of the wrong length: whsec_ and the base64 of ${MIN_BYTES} to ${MAX_BYTES} random bytes, as \`openssl rand -base64 32\` writes them`,
    )
    .refine(
      (secrets) =>
        new Set(secrets.map(({ bytes }) => bytes)).size === secrets.length,
      "has the same secret twice",
    )
    .transform((secrets) =>
      secrets.map(({ name, secret }) => ({ name, secret })),
    );
}

function toSecret(entry: string, nameless: string) {
  const colon = entry.indexOf(":");
  const secret = entry.slice(colon + 1);
  return {
    name: colon === -1 ? nameless : entry.slice(0, colon),
    secret,
    bytes: decode(secret.slice("whsec_".length)),
  };
}

function decode(base64: string): string | undefined {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}
