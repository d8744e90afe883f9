import type { ConfigurationProblem } from "../errors.ts";
import { apiKeys } from "./fields.ts";
import type { SetVariables } from "./find-conflicts.ts";
import { isGuessable } from "./is-guessable.ts";
import { callbackSecrets, signingSecrets } from "./signing-secrets.ts";

const MIN_KEY_LENGTH = 16;
/** People type it, and few guesses are let through: docs/decisions/2026-11-23-strangers.md. */
const MIN_PASSWORD_LENGTH = 12;

const MAKE_KEY = "`openssl rand -base64 32` makes a good one";

/** A secret that somebody has made up, and that strangers may try. */
interface OwnSecret {
  readonly variable: string;
  readonly secret: string;
  /** What of the variable is wrong, where it has several. */
  readonly subject?: string;
  readonly minLength?: number;
  readonly advice: string;
}

/**
 * Secrets that can be guessed, and the one that is missing where strangers are let in. On the developer's machine nothing of that
 * matters. What cannot be parsed is reported elsewhere.
 */
export function findWeakSecrets(set: SetVariables): ConfigurationProblem[] {
  const weak = listSecrets(set).flatMap((own) => {
    const weakness = weaknessOf(own);
    const { variable, subject = "", advice } = own;
    return weakness === undefined
      ? []
      : [{ variable, problem: `${subject}${weakness}; ${advice}` }];
  });
  return [...findMissingSecret(set), ...weak];
}

function findMissingSecret(set: SetVariables): ConfigurationProblem[] {
  const mode = set.get("WEB_CHAT")?.trim() ?? "";
  if (set.has("PARLEY_SECRET") || !["password", "public"].includes(mode))
    return [];
  return [
    {
      variable: "PARLEY_SECRET",
      problem: `is missing; WEB_CHAT=${mode} needs it to sign the cookies of visitors. ${MAKE_KEY}`,
    },
  ];
}

function listSecrets(set: SetVariables): readonly OwnSecret[] {
  const one = (
    variable: string,
    rest: Omit<OwnSecret, "variable" | "secret">,
  ) =>
    set.has(variable)
      ? [{ variable, secret: set.get(variable)?.trim() ?? "", ...rest }]
      : [];
  const keys = apiKeys().safeParse(set.get("WEBHOOK_API_KEYS") ?? "");
  const signing = (
    variable: string,
    schema: ReturnType<typeof signingSecrets>,
  ) =>
    (schema.safeParse(set.get(variable) ?? "").data ?? []).map(
      ({ secret }) => ({
        variable,
        secret: atob(secret.slice("whsec_".length)),
        subject: "has a secret that ",
        advice:
          "whsec_ and what `openssl rand -base64 32` writes makes a good one",
      }),
    );
  return [
    ...one("PARLEY_SECRET", { advice: MAKE_KEY }),
    ...one("ADMIN_API_KEY", { advice: MAKE_KEY }),
    ...one("LIBRARY_KEY", { advice: MAKE_KEY }),
    // Telegram takes letters, digits, _ and - only.
    ...one("TELEGRAM_WEBHOOK_SECRET", {
      advice: "`openssl rand -hex 32` makes a good one",
    }),
    ...(keys.data ?? []).map(({ key }) => ({
      variable: "WEBHOOK_API_KEYS",
      secret: key,
      subject: "has a key that ",
      advice: MAKE_KEY,
    })),
    ...signing("WEBHOOK_SIGNING_SECRET", signingSecrets()),
    ...signing("WEBHOOK_CALLBACK_SECRETS", callbackSecrets()),
    ...(set.get("WEB_CHAT")?.trim() === "password"
      ? one("WEB_CHAT_PASSWORD", {
          minLength: MIN_PASSWORD_LENGTH,
          advice:
            "four or five words that have nothing to do with each other are easy to remember and hard to guess",
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
  return isGuessable(secret) ? "is easily guessed" : undefined;
}
