import type { TokenLimit } from "../settings/fields.ts";
import type { SetVariables } from "../settings/setting.ts";
import { findToolConflicts } from "../tools/tool-catalogue.ts";
import type { ConfigurationProblem } from "../types/errors.ts";
import type { Environment } from "./environment.ts";

/** What is known of the variables before all of them are valid. */
export interface ReadVariables {
  readonly set: SetVariables;
  /** Their values or defaults, without the invalid ones. */
  readonly valid: Partial<Environment>;
  /** Of platforms' channels, by variable. */
  readonly channelTokens: Readonly<Record<string, TokenLimit>>;
}

/** Finds variables that are valid alone but conflict with each other. */
export function findConflicts(read: ReadVariables): ConfigurationProblem[] {
  return [
    ...findMissing(read),
    ...findToolConflicts(read.set),
    ...findApiConflict(read.valid),
    ...findBudgetConflicts(read),
    ...findSharedSecrets(read.valid),
    ...findSharedIdentitySecret(read.valid),
  ];
}

/** Finds missing variables that others require. */
function findMissing({
  set,
  valid: { WEB_CHALLENGE: challenge, WEB_CHAT, WEB_IDENTITY },
}: ReadVariables): ConfigurationProblem[] {
  const needed = [
    ...["WEB_CHALLENGE_SITE_KEY", "WEB_CHALLENGE_SECRET"].map((variable) => ({
      variable,
      isNeeded: challenge !== undefined,
      problem: `is missing; WEB_CHALLENGE=${challenge} requires it. Its dashboard shows both keys`,
    })),
    {
      variable: "WEB_IDENTITY_SECRET",
      isNeeded: WEB_IDENTITY === "required",
      problem:
        "is missing; WEB_IDENTITY=required requires it. Create one with `openssl rand -base64 32`",
    },
    {
      variable: "WEB_CHAT_PASSWORD",
      isNeeded: WEB_CHAT === "password",
      problem: "is missing; WEB_CHAT=password requires it",
    },
  ];
  return needed.flatMap(({ variable, isNeeded, problem }) =>
    isNeeded && !set.has(variable) ? [{ variable, problem }] : [],
  );
}

/** Finds settings that text completions do not support. */
function findApiConflict({
  OPENAI_API,
  AGENT_STYLE,
  OPENAI_VISION,
}: Partial<Environment>): ConfigurationProblem[] {
  if (OPENAI_API !== "completions") return [];
  const problems: ConfigurationProblem[] = [];
  if (AGENT_STYLE === "tool-calling")
    problems.push({
      variable: "AGENT_STYLE",
      problem:
        "cannot be tool-calling with OPENAI_API=completions, which has no tool calls; use zero-shot-react",
    });
  if (OPENAI_VISION === "on")
    problems.push({
      variable: "OPENAI_VISION",
      problem:
        "cannot be on with OPENAI_API=completions, which does not accept images",
    });
  return problems;
}

/**
 * With a shared secret, a caller who may sign messages could also sign
 * callbacks, and replay a callback as a message.
 */
function findSharedSecrets({
  WEBHOOK_SIGNING_SECRET: incoming = [],
  WEBHOOK_CALLBACK_SECRETS: outgoing = [],
}: Partial<Environment>): ConfigurationProblem[] {
  const isShared = outgoing.some(({ secret }) =>
    incoming.some((other) => other.secret === secret),
  );
  return isShared
    ? [
        {
          variable: "WEBHOOK_CALLBACK_SECRETS",
          problem:
            "shares a secret with WEBHOOK_SIGNING_SECRET; a callback secret must not grant access to this API. Create another one: whsec_ followed by the output of `openssl rand -base64 32`",
        },
      ]
    : [];
}

/** Sites hold the secret of their visitors' identities, and must hold no other. */
function findSharedIdentitySecret({
  WEB_IDENTITY_SECRET: secret,
  PARLEY_SECRET,
  ADMIN_API_KEY,
  LIBRARY_KEY,
  OPERATOR_KEYS = [],
}: Partial<Environment>): ConfigurationProblem[] {
  const others = [
    ...Object.entries({ PARLEY_SECRET, ADMIN_API_KEY, LIBRARY_KEY }),
    ...OPERATOR_KEYS.map(({ key }) => ["OPERATOR_KEYS", key] as const),
  ];
  const [same] = others.find(([, other]) => other === secret) ?? [];
  return secret === undefined || same === undefined
    ? []
    : [
        {
          variable: "WEB_IDENTITY_SECRET",
          problem: `is the same as ${same}, which your sites must not hold. Create another one with \`openssl rand -base64 32\``,
        },
      ];
}

/**
 * Lower limits would prevent every answer in a long conversation, even at the
 * start of a day. A share needs no check: the limit that it refers to has its
 * own.
 */
function findBudgetConflicts({
  valid: {
    MEMORY_MAX_TOKENS: window = 0,
    USER_DAILY_TOKENS = 0,
    GLOBAL_DAILY_TOKENS = 0,
    WEB_DAILY_TOKENS,
    WEB_EMBED_DAILY_TOKENS,
    WEBHOOK_DAILY_TOKENS,
  },
  channelTokens,
}: ReadVariables): ConfigurationProblem[] {
  const limits: Readonly<Record<string, TokenLimit | undefined>> = {
    USER_DAILY_TOKENS: { tokens: USER_DAILY_TOKENS },
    WEB_DAILY_TOKENS,
    WEB_EMBED_DAILY_TOKENS,
    WEBHOOK_DAILY_TOKENS,
    GLOBAL_DAILY_TOKENS: { tokens: GLOBAL_DAILY_TOKENS },
    ...channelTokens,
  };
  return Object.entries(limits).flatMap(([variable, limit]) => {
    const tokens = limit !== undefined && "tokens" in limit ? limit.tokens : 0;
    const problem =
      "is less than twice MEMORY_MAX_TOKENS, the share of a prompt for past messages; 0 removes the limit";
    return tokens > 0 && tokens < 2 * window ? [{ variable, problem }] : [];
  });
}
