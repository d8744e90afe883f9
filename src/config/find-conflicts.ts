import type { ConfigurationProblem } from "../errors.ts";

/** The variables that are set, as they are written. */
export type SetVariables = ReadonlyMap<string, string>;

/** What is wrong with variables together, each of which may be right by itself. */
export function findConflicts(set: SetVariables): ConfigurationProblem[] {
  return [
    ...findMissing(set),
    ...findMissingOfProviders(set),
    ...findApiConflict(set),
  ];
}

/** What each search provider cannot do without. */
const PROVIDER_NEEDS: Readonly<Record<string, readonly string[]>> = {
  serpapi: ["SERPAPI_API_KEY"],
  tavily: ["TAVILY_API_KEY"],
  brave: ["BRAVE_API_KEY"],
  searxng: ["SEARXNG_BASE_URL"],
  elasticsearch: ["ELASTICSEARCH_BASE_URL", "ELASTICSEARCH_INDEX"],
};

function findMissingOfProviders(set: SetVariables): ConfigurationProblem[] {
  const providers = (set.get("SEARCH_PROVIDERS") ?? "")
    .split(",")
    .map((name) => name.trim());
  return providers.flatMap((provider) =>
    (PROVIDER_NEEDS[provider] ?? [])
      .filter((variable) => !set.has(variable))
      .map((variable) => ({
        variable,
        problem: `is missing; SEARCH_PROVIDERS names ${provider}, which needs it`,
      })),
  );
}

/** Variables that others need beside them. */
function findMissing(set: SetVariables): ConfigurationProblem[] {
  const missing = (variable: string, problem: string) =>
    set.has(variable) ? [] : [{ variable, problem }];
  return [
    ...(set.has("TELEGRAM_BOT_TOKEN")
      ? missing(
          "TELEGRAM_WEBHOOK_SECRET",
          "is missing; TELEGRAM_BOT_TOKEN needs it. Any long random text will do",
        )
      : []),
    ...(set.has("TELEGRAM_WEBHOOK_SECRET")
      ? missing(
          "TELEGRAM_BOT_TOKEN",
          "is missing; TELEGRAM_WEBHOOK_SECRET needs it. BotFather gives it to you",
        )
      : []),
    ...(set.get("WEB_CHAT") === "password"
      ? missing("WEB_CHAT_PASSWORD", "is missing; WEB_CHAT=password needs it")
      : []),
  ];
}

function findApiConflict(set: SetVariables): ConfigurationProblem[] {
  const isImpossible =
    set.get("OPENAI_API") === "completions" &&
    set.get("AGENT_STYLE") === "tool-calling";
  return isImpossible
    ? [
        {
          variable: "AGENT_STYLE",
          problem:
            "cannot be tool-calling with OPENAI_API=completions, which knows no tool calls; zero-shot-react is made for it",
        },
      ]
    : [];
}
