import { CHANNEL_CATALOGUE } from "../channels/channel-catalogue.ts";
import type { ConfigurationProblem } from "../types/errors.ts";
import type { ReadVariables } from "./find-conflicts.ts";
import { decodeSecret } from "./signing-secrets.ts";

/** Instead of judging a secret: nobody makes up so many characters. */
const MIN_KEY_LENGTH = 32;
/**
 * Users type it, and few guesses are allowed:
 * docs/decisions/2026-11-23-strangers.md.
 */
const MIN_PASSWORD_LENGTH = 12;

const CREATE_KEY = "Create one with `openssl rand -base64 32`";

/** A secret that the operator makes and strangers may try to guess. */
interface OwnSecret {
  readonly variable: string;
  readonly secret: string;
  /** The part of the variable that is weak, if it holds several secrets. */
  readonly subject?: string;
  readonly minLength?: number;
  readonly advice: string;
}

/**
 * Finds secrets that are too short or placeholders. Not needed in development.
 * Ignores secrets that cannot be parsed, which are reported elsewhere.
 */
export function findWeakSecrets(
  read: Pick<ReadVariables, "set" | "valid">,
): ConfigurationProblem[] {
  return listSecrets(read).flatMap((own) => {
    const weakness = weaknessOf(own);
    const { variable, subject = "", advice } = own;
    return weakness === undefined
      ? []
      : [{ variable, problem: `${subject}${weakness}; ${advice}` }];
  });
}

function listSecrets({
  set,
  valid,
}: Pick<ReadVariables, "set" | "valid">): readonly OwnSecret[] {
  const one = (
    variable: string,
    rest: Omit<OwnSecret, "variable" | "secret">,
  ) =>
    set.has(variable)
      ? [{ variable, secret: set.get(variable)?.trim() ?? "", ...rest }]
      : [];
  const keys = (variable: "WEBHOOK_API_KEYS" | "OPERATOR_KEYS") =>
    (valid[variable] ?? []).map(({ key }) => ({
      variable,
      secret: key,
      subject: "has a key that ",
      advice: CREATE_KEY,
    }));
  const signing = (
    variable:
      | "WEBHOOK_SIGNING_SECRET"
      | "WEBHOOK_CALLBACK_SECRETS"
      | "EVENTS_SIGNING_SECRET",
  ) =>
    (valid[variable] ?? []).map(({ secret }) => ({
      variable,
      secret: decodeSecret(secret),
      subject: "has a secret that ",
      minLength: 0,
      advice:
        "Create one: whsec_ followed by the output of `openssl rand -base64 32`",
    }));
  return [
    ...one("PARLEY_SECRET", { advice: CREATE_KEY }),
    ...one("ADMIN_API_KEY", { advice: CREATE_KEY }),
    ...one("LIBRARY_KEY", { advice: CREATE_KEY }),
    ...one("WEB_IDENTITY_SECRET", { advice: CREATE_KEY }),
    ...CHANNEL_CATALOGUE.flatMap(({ ownSecrets }) =>
      ownSecrets.flatMap(({ variable, advice }) => one(variable, { advice })),
    ),
    ...keys("WEBHOOK_API_KEYS"),
    ...keys("OPERATOR_KEYS"),
    ...signing("WEBHOOK_SIGNING_SECRET"),
    ...signing("WEBHOOK_CALLBACK_SECRETS"),
    ...signing("EVENTS_SIGNING_SECRET"),
    ...(valid.WEB_CHAT === "password"
      ? one("WEB_CHAT_PASSWORD", {
          minLength: MIN_PASSWORD_LENGTH,
          advice:
            "Use four or five unrelated words: easy to remember, hard to guess",
        })
      : []),
  ];
}

function weaknessOf({
  secret,
  minLength = MIN_KEY_LENGTH,
}: OwnSecret): string | undefined {
  if (Array.from(secret).length < minLength)
    return `has fewer than ${minLength} characters`;
  return isPlaceholder(secret) ? "is easily guessed" : undefined;
}

/** Random keys practically never begin like this. */
const PLACEHOLDER =
  /^(?:change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|it|this)|your[-_ ]|example|placeholder|passwor[dt]|qwert|12345|letmein)/i;

/** Of 24 random bytes or 32 random digits, practically none have fewer. */
const MIN_DISTINCT = 5;

function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret) || new Set(secret).size < MIN_DISTINCT;
}
