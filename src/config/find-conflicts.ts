import {
  parsePromptTemplate,
  type PromptTemplate,
} from "../agent/prompt-template.ts";
import { CHANNEL_CATALOGUE } from "../channels/channel-catalogue.ts";
import { dailyTokensOrShare, type TokenLimit } from "../settings/fields.ts";
import {
  readSetting,
  setting,
  type Setting,
  type SetVariables,
} from "../settings/setting.ts";
import { findToolConflicts } from "../tools/tool-catalogue.ts";
import type { ConfigurationProblem } from "../types/errors.ts";
import { ENVIRONMENT, readSigningKeys } from "./environment.ts";

/** Finds variables that are valid alone but conflict with each other. */
export function findConflicts(set: SetVariables): ConfigurationProblem[] {
  return [
    ...findMissing(set),
    ...findToolConflicts(set),
    ...findApiConflict(set),
    ...findBudgetConflicts(set),
    ...findSharedSecrets(set),
  ];
}

/** Finds missing variables that others require. */
function findMissing(set: SetVariables): ConfigurationProblem[] {
  const missing = (variable: string, problem: string) =>
    set.has(variable) ? [] : [{ variable, problem }];
  const challenge = set.get("WEB_CHALLENGE") ?? "";
  const keys = ["turnstile", "hcaptcha"].includes(challenge)
    ? ["WEB_CHALLENGE_SITE_KEY", "WEB_CHALLENGE_SECRET"]
    : [];
  return [
    ...keys.flatMap((variable) =>
      missing(
        variable,
        `is missing; WEB_CHALLENGE=${challenge} requires it. Its dashboard shows both keys`,
      ),
    ),
    ...(set.get("WEB_IDENTITY") === "required"
      ? missing(
          "WEB_IDENTITY_SECRET",
          "is missing; WEB_IDENTITY=required requires it. Create one with `openssl rand -base64 32`",
        )
      : []),
    ...(set.get("WEB_CHAT") === "password"
      ? missing(
          "WEB_CHAT_PASSWORD",
          "is missing; WEB_CHAT=password requires it",
        )
      : []),
  ];
}

/** Finds settings that text completions do not support. */
function findApiConflict(set: SetVariables): ConfigurationProblem[] {
  if (set.get("OPENAI_API") !== "completions") return [];
  const refuse = (variable: string, value: string, problem: string) =>
    set.get(variable) === value ? [{ variable, problem }] : [];
  return [
    ...refuse(
      "AGENT_STYLE",
      "tool-calling",
      "cannot be tool-calling with OPENAI_API=completions, which has no tool calls; use zero-shot-react",
    ),
    ...refuse(
      "OPENAI_VISION",
      "on",
      "cannot be on with OPENAI_API=completions, which does not accept images",
    ),
  ];
}

/**
 * With a shared secret, a caller who may sign messages could also sign
 * callbacks, and replay a callback as a message.
 */
function findSharedSecrets(set: SetVariables): ConfigurationProblem[] {
  const incoming = new Set(readSigningKeys(set, "WEBHOOK_SIGNING_SECRET"));
  const outgoing = readSigningKeys(set, "WEBHOOK_CALLBACK_SECRETS");
  return outgoing.some((key) => incoming.has(key))
    ? [
        {
          variable: "WEBHOOK_CALLBACK_SECRETS",
          problem:
            "shares a secret with WEBHOOK_SIGNING_SECRET; a callback secret must not grant access to this API. Create another one: whsec_ followed by the output of `openssl rand -base64 32`",
        },
      ]
    : [];
}

const TOKEN_LIMITS = [
  "USER_DAILY_TOKENS",
  "WEB_DAILY_TOKENS",
  "WEBHOOK_DAILY_TOKENS",
  "GLOBAL_DAILY_TOKENS",
] as const;

/**
 * Lower limits would prevent every answer in a long conversation, even at the
 * start of a day.
 */
function findBudgetConflicts(set: SetVariables): ConfigurationProblem[] {
  const read = <Value>(variable: string, limit: Setting<Value>) =>
    readSetting(limit, set.get(variable)).data;
  const { MEMORY_MAX_TOKENS } = ENVIRONMENT;
  const window = read("MEMORY_MAX_TOKENS", MEMORY_MAX_TOKENS) ?? 0;
  const share = setting(dailyTokensOrShare);
  const limits = [
    ...TOKEN_LIMITS.map(
      (variable) =>
        [
          variable,
          read<number | TokenLimit>(variable, ENVIRONMENT[variable]),
        ] as const,
    ),
    ...CHANNEL_CATALOGUE.map(
      ({ dailyTokensVariable }) =>
        [dailyTokensVariable, read(dailyTokensVariable, share)] as const,
    ),
  ];
  return limits
    .filter(([, limit]) => {
      const tokens = limit === undefined ? 0 : tokensOf(limit);
      return tokens > 0 && tokens < 2 * window;
    })
    .map(([variable]) => ({
      variable,
      problem:
        "is less than twice MEMORY_MAX_TOKENS, the share of a prompt for past messages; 0 removes the limit",
    }));
}

/** A share needs no check: the limit that it refers to has its own. */
function tokensOf(limit: number | TokenLimit): number {
  if (typeof limit === "number") return limit;
  return "tokens" in limit ? limit.tokens : 0;
}

/** Parses the deployment's own prompt template, if it has one. */
export function readPromptTemplate(set: SetVariables): {
  template: PromptTemplate | undefined;
  problems: readonly ConfigurationProblem[];
} {
  const source = set.get("AGENT_PROMPT_TEMPLATE");
  if (source === undefined) return { template: undefined, problems: [] };
  const callsNatively = set.get("AGENT_STYLE") === "tool-calling";
  const template = parsePromptTemplate(source, { callsNatively });
  if (template.kind === "wrong")
    return { template: undefined, problems: template.problems.map(toProblem) };
  const ignoresInstructions =
    set.has("AGENT_INSTRUCTIONS") && !template.slots.has("instructions");
  const problems = ignoresInstructions
    ? [
        toProblem(
          "has no {instructions}, so AGENT_INSTRUCTIONS would be ignored; add the placeholder or unset AGENT_INSTRUCTIONS",
        ),
      ]
    : [];
  return { template, problems };
}

function toProblem(problem: string): ConfigurationProblem {
  return { variable: "AGENT_PROMPT_TEMPLATE", problem };
}
