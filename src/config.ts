import type { BudgetLimits } from "./budget.ts";
import type { AccessRules } from "./channel.ts";
import { developmentKey, isDevelopmentToken } from "./config/development.ts";
import { CHANNEL_CATALOGUE } from "./channels/channel-catalogue.ts";
import type { ConfiguredChannel } from "./channels/channel-definition.ts";
import {
  ENVIRONMENT,
  type Environment,
  VARIABLES,
} from "./config/environment.ts";
import type { TokenLimit } from "./config/fields.ts";
import { findConflicts, readPromptTemplate } from "./config/find-conflicts.ts";
import {
  describeMisspelling,
  findMisspelled,
} from "./config/find-misspelled.ts";
import { findWeakSecrets } from "./config/find-weak-secrets.ts";
import { readSettings } from "./config/setting.ts";
import { ConfigurationError, type ConfigurationProblem } from "./errors.ts";
import type { Identity } from "./identity.ts";
import {
  chooseTools,
  TOOL_CATALOGUE,
  type ToolSettings,
} from "./tools/tool-catalogue.ts";

/** Everything that the environment decides, parsed once. */
export type Config = ReturnType<typeof parseConfig>;

/**
 * Reads the environment. Empty variables count as not set, and so does `-`, for forms that want something. Throws `ConfigurationError` that names every wrong
 * variable at once, and with them those that are misspelled, which alone keep no deployment from starting.
 * @param developmentToken the checkout's, where this is `npm run dev` or `npm run dev:aws`: who has it may use everything without
 * any settings. No variable sets it, so that no setting of a deployment can switch development on.
 */
export function parseConfig(
  environment: Record<string, unknown>,
  { developmentToken }: { developmentToken?: string | undefined } = {},
) {
  const isDevelopment = developmentToken !== undefined;
  const set = new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      typeof value === "string" && !["", "-"].includes(value.trim())
        ? [[name, value]]
        : [],
    ),
  );
  // Who sets a password wants to be asked for it.
  if (set.has("WEB_CHAT_PASSWORD") && !set.has("WEB_CHAT"))
    set.set("WEB_CHAT", "password");
  const read = readSettings(ENVIRONMENT, set);
  const promptTemplate = readPromptTemplate(set);
  const tools = chooseTools(set, { catalogue: TOOL_CATALOGUE });
  const readings = CHANNEL_CATALOGUE.map((definition) =>
    definition.configure(set),
  );
  const wrong = [
    ...read.problems,
    ...readings.flatMap((reading) => reading.problems),
    ...findConflicts(set),
    ...findTokenProblem(developmentToken),
    ...promptTemplate.problems,
    ...tools.problems,
  ];
  const weak = isDevelopment
    ? []
    : findWeakSecrets(set).filter(({ variable }) =>
        wrong.every((other) => other.variable !== variable),
      );
  const problems = [...wrong, ...weak];
  const misspelled = findMisspelled(set.keys(), VARIABLES);
  const { values } = read;
  if (values === undefined || problems.length > 0)
    throw new ConfigurationError([
      ...problems,
      ...misspelled.map(describeMisspelling),
    ]);

  const channels = readings.flatMap(({ channel }) => channel ?? []);
  const toolSettings: ToolSettings = values;
  const isDemo =
    values.OPENAI_API_KEY === undefined && values.OPENAI_BASE_URL === undefined;
  return {
    developmentToken,
    /** For the log: they do nothing as they are. */
    misspelled,
    model: isDemo
      ? ({ kind: "demo" } as const)
      : ({
          kind: "openai",
          // Servers on one's own machine (Ollama, vLLM) need no key.
          apiKey: values.OPENAI_API_KEY ?? "none",
          baseUrl: values.OPENAI_BASE_URL ?? "https://api.openai.com/v1",
          api: values.OPENAI_API,
          /** Asked in this order. */
          names: [values.OPENAI_MODEL, ...values.OPENAI_FALLBACK_MODELS],
          extraBody: values.OPENAI_EXTRA_BODY,
          takesImages: values.OPENAI_VISION === "on",
          transcriptionModel: values.OPENAI_TRANSCRIPTION_MODEL,
        } as const),
    identity: {
      name: values.BOT_NAME,
      greeting: values.BOT_GREETING,
      examples: values.BOT_EXAMPLES,
      logoUrl: values.BOT_LOGO_URL,
      accentColor: values.BOT_ACCENT_COLOR,
    } satisfies Identity,
    agent: {
      style: values.AGENT_STYLE,
      instructions:
        values.AGENT_INSTRUCTIONS ??
        `You are ${values.BOT_NAME}, a helpful assistant. Be friendly, precise and brief.`,
      promptTemplate: promptTemplate.template,
      maxSteps: values.AGENT_MAX_STEPS,
      maxTokens: values.AGENT_MAX_TOKENS,
      maxReplyTokens: values.AGENT_MAX_REPLY_TOKENS,
      maxReplyLength: values.AGENT_MAX_REPLY_CHARS,
      timeoutMs: values.AGENT_TIMEOUT_SECONDS * 1000,
      toolTimeoutMs: values.TOOL_TIMEOUT_SECONDS * 1000,
    },
    tools: tools.names,
    trust: {
      linkHosts: [...values.LINK_HOSTS, ...values.READ_PAGE_HOSTS],
      unaskedTools: values.TOOLS_WITHOUT_APPROVAL,
    },
    /** Read by the tools themselves. */
    toolSettings,
    mcp: {
      servers: values.MCP_SERVERS,
      allowedDangerous: values.TOOLS_ALLOW_DANGEROUS,
    },
    library: {
      keys: [values.LIBRARY_KEY, developmentToken].filter(
        (key) => key !== undefined,
      ),
    },
    /** Those of platforms, also where they are off. */
    channels,
    access: {
      ...byName(channels, ({ access }) => access),
      // Those who call by HTTP hold a key, and the page has its own ways to let people in.
      webhook: "everybody",
      web: "everybody",
    } as AccessRules,
    webhook: {
      keys: [
        ...values.WEBHOOK_API_KEYS,
        ...(isDevelopment ? [developmentKey(developmentToken)] : []),
      ],
      signingSecrets: values.WEBHOOK_SIGNING_SECRET,
      isOn:
        values.WEBHOOK_API_KEYS.length > 0 ||
        values.WEBHOOK_SIGNING_SECRET.length > 0 ||
        isDevelopment,
      /** 0: no limit. */
      requestsPerMinute: values.WEBHOOK_REQUESTS_PER_MINUTE,
      /** 0: no limit. */
      streamsPerCaller: values.WEBHOOK_STREAMS_PER_CALLER,
      callbacks: {
        /** Of callers; those of others are derived from the deployment's. */
        secrets: values.WEBHOOK_CALLBACK_SECRETS,
        hosts: values.WEBHOOK_CALLBACK_HOSTS,
        resolverUrl: values.DNS_OVER_HTTPS_URL,
      },
    },
    /** What the deployment's own secrets are derived from. */
    secret: values.PARLEY_SECRET ?? developmentToken,
    adminKey: values.ADMIN_API_KEY,
    /** Of one address, for all keys; 0: no limit. */
    wrongKeysPerMinute: values.WRONG_KEYS_PER_MINUTE,
    web: {
      // An open page spends the owner's money: nobody gets one by accident.
      mode:
        values.WEB_CHAT === "local" && !isDevelopment ? "off" : values.WEB_CHAT,
      password: values.WEB_CHAT_PASSWORD,
      /** 0: no limit. */
      rates: {
        sessionsPerHour: values.WEB_SESSIONS_PER_HOUR,
        messagesPerMinute: values.WEB_MESSAGES_PER_MINUTE,
        uploadMegabytesPerHour: values.WEB_UPLOAD_MB_PER_HOUR,
        streamsPerVisitor: values.WEB_STREAMS_PER_VISITOR,
        streamsPerAddress: values.WEB_STREAMS_PER_ADDRESS,
      },
      challenge: readChallenge(values),
    },
    budget: readBudget(values, { channels, isDemo }),
    turnMerge: values.TURN_MERGE,
    memory: {
      maxTokens: values.MEMORY_MAX_TOKENS,
      // The demo model cannot summarise.
      strategy: isDemo ? "window" : values.MEMORY_STRATEGY,
      /** 0: kept. */
      retentionDays: values.MEMORY_RETENTION_DAYS,
    },
  };
}

function findTokenProblem(token: string | undefined): ConfigurationProblem[] {
  return token === undefined || isDevelopmentToken(token)
    ? []
    : [
        {
          variable: "DEVELOPMENT_TOKEN",
          problem:
            "was not created by `npm run dev`; remove it and start Parley with `npm run dev`",
        },
      ];
}

function readBudget(
  values: Environment,
  {
    channels,
    isDemo,
  }: { channels: readonly ConfiguredChannel[]; isDemo: boolean },
): BudgetLimits {
  const { GLOBAL_DAILY_TOKENS: all, MEMORY_MAX_TOKENS } = values;
  const messagesPerMinute = values.USER_MESSAGES_PER_MINUTE;
  // The demo model costs nothing.
  if (isDemo)
    return {
      messagesPerMinute,
      userDailyTokens: 0,
      channelDailyTokens: {
        web: 0,
        ...byName(channels, () => 0),
        webhook: 0,
      },
      globalDailyTokens: 0,
    };
  /** A share is never too small for an answer in a long conversation. */
  const toTokens = (limit: TokenLimit): number =>
    "tokens" in limit
      ? limit.tokens
      : Math.max(
          Math.floor((all * limit.percent) / 100),
          Math.min(all, 2 * MEMORY_MAX_TOKENS),
        );
  return {
    messagesPerMinute,
    userDailyTokens: values.USER_DAILY_TOKENS,
    channelDailyTokens: {
      web: toTokens(values.WEB_DAILY_TOKENS),
      ...byName(channels, ({ dailyTokens }) => toTokens(dailyTokens)),
      webhook: toTokens(values.WEBHOOK_DAILY_TOKENS),
    },
    globalDailyTokens: all,
  };
}

/** Who judges whether new visitors of the page are human; left out where nobody does. */
function readChallenge({
  WEB_CHALLENGE: challenge,
  WEB_CHALLENGE_SITE_KEY: siteKey = "",
  WEB_CHALLENGE_SECRET: secret,
  WEB_CHALLENGE_VERIFY_URL: verifyUrl,
}: Environment) {
  if (challenge === undefined) return undefined;
  return challenge === "turnstile" || challenge === "hcaptcha"
    ? ({
        kind: "widget",
        service: challenge,
        siteKey,
        secret: secret ?? "",
        verifyUrl,
      } as const)
    : ({ kind: "hook", url: challenge, secret } as const);
}

function byName<Value>(
  channels: readonly ConfiguredChannel[],
  valueOf: (channel: ConfiguredChannel) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    channels.map((channel) => [channel.definition.name, valueOf(channel)]),
  );
}
