import * as z from "zod";
import { ConfigurationError } from "./errors.ts";

/** Everything that the environment decides, parsed once. */
export type Config = ReturnType<typeof parseConfig>;

const TOOL_NAMES = ["search", "calculator"] as const;
const SEARCH_PROVIDERS = ["wikipedia"] as const;
const AGENT_STYLES = ["conversational-react"] as const;

const DEFAULT_INSTRUCTIONS =
  "You are Parley, a helpful assistant. Be friendly, precise and brief. Look facts up rather than guess them, and calculate with the calculator rather than in your head.";

/** Accepted under `wrangler dev` only, and there only from this machine. */
const DEVELOPMENT_KEY = { name: "development", key: "development-key" };

const Environment = z.object({
  OPENAI_API_KEY: text().optional(),
  OPENAI_BASE_URL: httpUrl().optional(),
  OPENAI_MODEL: text().default("gpt-5.5"),
  AGENT_STYLE: z
    .enum(AGENT_STYLES, oneOf(AGENT_STYLES))
    .default("conversational-react"),
  AGENT_INSTRUCTIONS: text().default(DEFAULT_INSTRUCTIONS),
  AGENT_MAX_STEPS: wholeNumber({ min: 1, max: 50 }).default(8),
  AGENT_TIMEOUT_SECONDS: wholeNumber({ min: 1, max: 600 }).default(120),
  TOOLS: listOf(TOOL_NAMES).default([...TOOL_NAMES]),
  SEARCH_PROVIDERS: listOf(SEARCH_PROVIDERS).default([...SEARCH_PROVIDERS]),
  WIKIPEDIA_BASE_URL: httpUrl().default("https://{language}.wikipedia.org"),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .trim()
    .regex(
      /^[\w:-]+$/,
      "is not a bot token; BotFather gives one like 123456:ABC",
    )
    .optional(),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .trim()
    .regex(
      /^[\w-]{1,256}$/,
      "may only hold letters, digits, _ and -, at most 256 of them",
    )
    .optional(),
  TELEGRAM_API_ROOT: httpUrl().default("https://api.telegram.org"),
  TELEGRAM_ALLOWED_USERS: listOfIds().default([]),
  TELEGRAM_ALLOWED_CHATS: listOfIds().default([]),
  WEBHOOK_API_KEYS: apiKeys().default([]),
  WEB_CHAT: z
    .enum(
      ["local", "password", "public", "off"],
      oneOf(["local", "password", "public", "off"]),
    )
    .default("local"),
  WEB_CHAT_PASSWORD: z
    .string()

    .optional(),
  MEMORY_STORE: z
    .enum(["durable-object"], oneOf(["durable-object"]))
    .default("durable-object"),
  MEMORY_MAX_TOKENS: wholeNumber({ min: 500, max: 1_000_000 }).default(6000),
});

/**
 * Reads the environment. Empty variables count as not set. Throws `ConfigurationError` that names every wrong
 * variable at once.
 * @param isDevelopment whether this runs under `wrangler dev`, where a known API key and the page work without set-up
 */
export function parseConfig(
  environment: Record<string, unknown>,
  { isDevelopment }: { isDevelopment: boolean },
) {
  const set = Object.entries(environment).filter(
    ([, value]) => typeof value === "string" && value.trim() !== "",
  );
  const parsed = Environment.safeParse(Object.fromEntries(set));
  const problems = [
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => ({
          variable: String(path[0]),
          problem: message,
        }))),
    ...findMissing(new Set(set.map(([name]) => name)), environment["WEB_CHAT"]),
  ];
  if (!parsed.success || problems.length > 0)
    throw new ConfigurationError(problems);

  const values = parsed.data;
  return {
    isDevelopment,
    model:
      values.OPENAI_API_KEY === undefined &&
      values.OPENAI_BASE_URL === undefined
        ? ({ kind: "demo" } as const)
        : ({
            kind: "openai",
            // Servers on one's own machine (Ollama, vLLM) need no key.
            apiKey: values.OPENAI_API_KEY ?? "none",
            baseUrl: values.OPENAI_BASE_URL ?? "https://api.openai.com/v1",
            name: values.OPENAI_MODEL,
          } as const),
    agent: {
      style: values.AGENT_STYLE,
      instructions: values.AGENT_INSTRUCTIONS,
      maxSteps: values.AGENT_MAX_STEPS,
      timeoutMs: values.AGENT_TIMEOUT_SECONDS * 1000,
    },
    tools: values.TOOLS,
    search: {
      providers: values.SEARCH_PROVIDERS,
      wikipediaBaseUrl: values.WIKIPEDIA_BASE_URL,
    },
    telegram:
      values.TELEGRAM_BOT_TOKEN === undefined ||
      values.TELEGRAM_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            token: values.TELEGRAM_BOT_TOKEN,
            webhookSecret: values.TELEGRAM_WEBHOOK_SECRET,
            apiRoot: values.TELEGRAM_API_ROOT,
          },
    access: {
      telegramUsers: values.TELEGRAM_ALLOWED_USERS,
      telegramChats: values.TELEGRAM_ALLOWED_CHATS,
    },
    webhook: {
      keys: values.WEBHOOK_API_KEYS,
      developmentKey: isDevelopment ? DEVELOPMENT_KEY : undefined,
    },
    web: {
      // An open page spends the owner's money: nobody gets one by accident.
      mode:
        values.WEB_CHAT === "local" && !isDevelopment ? "off" : values.WEB_CHAT,
      password: values.WEB_CHAT_PASSWORD,
    },
    memory: { maxTokens: values.MEMORY_MAX_TOKENS },
  };
}

/** Variables that others need beside them. */
function findMissing(set: ReadonlySet<string>, webChat: unknown) {
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
    ...(webChat === "password"
      ? missing("WEB_CHAT_PASSWORD", "is missing; WEB_CHAT=password needs it")
      : []),
  ];
}

function text() {
  return z.string().trim();
}

function httpUrl() {
  return z
    .string()
    .trim()
    .refine(
      (value) =>
        /^https?:\/\//.test(value) &&
        URL.canParse(value.replace("{language}", "en")),
      "is not an http(s) address",
    )
    .transform((value) => value.replace(/\/+$/, ""));
}

function wholeNumber({ min, max }: { min: number; max: number }) {
  const range = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, range)
    .transform(Number)
    .refine((value) => value >= min && value <= max, range);
}

function list() {
  return z.string().transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ""),
  );
}

function listOf<const Name extends string>(names: readonly Name[]) {
  return list()
    .pipe(z.array(z.enum(names, oneOf(names))))
    .transform((chosen) => [...new Set(chosen)]);
}

function listOfIds() {
  return list().refine(
    (ids) => ids.every((id) => /^-?\d+$/.test(id)),
    "must be a list of numbers like 4711,-100123; the bot tells strangers theirs",
  );
}

/** A name may stand twice, with an old and a new key: that is how keys are changed without a gap. */
function apiKeys() {
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
      "has a key that is empty, or has blanks or characters outside ASCII",
    )
    .refine(
      (keys) => new Set(keys.map(({ key }) => key)).size === keys.length,
      "has the same key twice",
    );
}

function oneOf(names: readonly string[]): string {
  return `must be ${names.length === 1 ? "" : "one of "}${names.join(", ")}`;
}
