import { list } from "./fields.ts";

/** Secrets are 24 to 64 random bytes (Standard Webhooks). */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Who names none of its own. */
const DEFAULT_NAME = "default";

/**
 * `whsec_…` or `name:whsec_…`, separated by commas. A name may stand twice, with an old and a new secret: that is how secrets are
 * changed without a gap.
 */
export function signingSecrets() {
  return list()
    .transform((entries) => entries.map(toSecret))
    .refine(
      (secrets) =>
        secrets.every(
          ({ name, secret }) =>
            /^[\w-]{1,64}$/.test(name) && secret.startsWith("whsec_"),
        ),
      {
        error:
          "must be a list like whsec_…,shop:whsec_… (names of letters, digits, _ and -)",
        abort: true,
      },
    )
    .refine((secrets) => secrets.every(({ bytes }) => bytes !== undefined), {
      error: "has a secret that is not base64 behind whsec_",
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

function toSecret(entry: string) {
  const colon = entry.indexOf(":");
  const secret = entry.slice(colon + 1);
  return {
    name: colon === -1 ? DEFAULT_NAME : entry.slice(0, colon),
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
