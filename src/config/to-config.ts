import { toAgentConfig } from "../agent/agent-settings.ts";
import type { PromptTemplate } from "../agent/prompt-template.ts";
import type { ConfiguredChannel } from "../channels/kit/channel-definition.ts";
import { toModelConfig } from "../models/model-settings.ts";
import type { TokenLimit } from "../settings/fields.ts";
import type { TOOL_CATALOGUE, ToolSettings } from "../tools/tool-catalogue.ts";
import type { AccessRules } from "../types/access.ts";
import type { Team } from "../types/asking.ts";
import type { BudgetLimits } from "../types/budget.ts";
import { EVENT_TYPES } from "../types/event.ts";
import type { Identity } from "../types/identity.ts";
import { developmentKey } from "./development.ts";
import type { Environment } from "./environment.ts";
import type { Misspelling } from "./find-misspelled.ts";

/** Groups valid settings by the parts that use them. */
export function toConfig(
  values: Environment,
  {
    channels,
    tools,
    promptTemplate,
    misspelled,
    developmentToken,
    secrets,
  }: {
    channels: readonly ConfiguredChannel[];
    tools: readonly (keyof typeof TOOL_CATALOGUE)[];
    promptTemplate: PromptTemplate | undefined;
    misspelled: readonly Misspelling[];
    developmentToken: string | undefined;
    secrets: readonly string[];
  },
) {
  const isDevelopment = developmentToken !== undefined;
  const toolSettings: ToolSettings = values;
  const model = toModelConfig(values);
  const isDemo = model.kind === "demo";
  const operators = [
    ...toOperator("admin", values.ADMIN_API_KEY),
    ...values.OPERATOR_KEYS,
    ...toOperator("development", developmentToken),
  ];
  return {
    developmentToken,
    /** To be logged; these variables have no effect. */
    misspelled,
    /** How the agent is printed; `undefined`: not at all. */
    watch:
      values.LOG_LEVEL === "debug" && isDevelopment
        ? {
            hasColour: values.NO_COLOR === undefined,
            secrets: [...secrets, developmentToken],
          }
        : undefined,
    model,
    identity: {
      name: values.BOT_NAME,
      greeting: values.BOT_GREETING,
      examples: values.BOT_EXAMPLES,
      logoUrl: values.BOT_LOGO_URL,
      accentColor: values.BOT_ACCENT_COLOR,
    } satisfies Identity,
    agent: toAgentConfig(values, { name: values.BOT_NAME, promptTemplate }),
    tools,
    trust: {
      linkHosts: [...values.LINK_HOSTS, ...values.READ_PAGE_HOSTS],
      unaskedTools: values.TOOLS_WITHOUT_APPROVAL,
      approvers: values.TOOL_APPROVERS,
    },
    /** For the tools. */
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
    /** The channels of platforms, including those that are off. */
    channels,
    access: {
      ...byName(channels, ({ access }) => access),
      // HTTP callers hold a key, and the page has its own access control.
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
        /** Per caller; others are derived from the deployment's secret. */
        secrets: values.WEBHOOK_CALLBACK_SECRETS,
        hosts: values.WEBHOOK_CALLBACK_HOSTS,
      },
    },
    /** The deployment's own secrets are derived from it. */
    secret: values.PARLEY_SECRET ?? developmentToken,
    /** The origin under which people reach the deployment. */
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    adminKey: values.ADMIN_API_KEY,
    console: {
      /** Without one, there is no console, and no index of turns. */
      operators,
      /** Operators may read what people write. */
      showsTexts: values.CONSOLE_TEXTS === "on",
    },
    /** Per IP address, for all kinds of keys; 0: no limit. */
    wrongKeysPerMinute: values.WRONG_KEYS_PER_MINUTE,
    web: {
      // A public page spends the owner's money, so it must be turned on
      // explicitly.
      mode:
        values.WEB_CHAT === "local" && !isDevelopment ? "off" : values.WEB_CHAT,
      password: values.WEB_CHAT_PASSWORD,
      /** 0: no limit. */
      rates: {
        sessionsPerHour: values.WEB_SESSIONS_PER_HOUR,
        messagesPerMinute: values.WEB_MESSAGES_PER_MINUTE,
        siteMessagesPerMinute: values.WEB_EMBED_MESSAGES_PER_MINUTE,
        uploadMegabytesPerHour: values.WEB_UPLOAD_MB_PER_HOUR,
        streamsPerVisitor: values.WEB_STREAMS_PER_VISITOR,
        streamsPerAddress: values.WEB_STREAMS_PER_ADDRESS,
      },
      challenge: readChallenge(values),
      // The demo model has no ideas.
      suggests: values.WEB_SUGGESTIONS === "on" && !isDemo,
      embedding: {
        sites: values.WEB_EMBED_ORIGINS,
        identityMode:
          values.WEB_IDENTITY_SECRET === undefined
            ? ("off" as const)
            : values.WEB_IDENTITY,
        identitySecret: values.WEB_IDENTITY_SECRET,
      },
    },
    budget: readBudget(values, { channels, isDemo }),
    turnMerge: values.TURN_MERGE,
    /** 0: a person keeps a conversation until they hand it back. */
    handoverSilenceMs: values.HANDOVER_SILENCE_MINUTES * 60_000,
    events: {
      receiver:
        values.EVENTS_URL === undefined
          ? undefined
          : {
              url: values.EVENTS_URL,
              secrets: values.EVENTS_SIGNING_SECRET.map(({ secret }) => secret),
            },
      types: values.EVENTS_TYPES.length > 0 ? values.EVENTS_TYPES : EVENT_TYPES,
      /** Where operators are told that a person is wanted. */
      notified: values.HANDOVER_NOTIFY,
    },
    /** `undefined`: there are no operators, who could take over. */
    team:
      operators.length === 0
        ? undefined
        : ({
            waits: values.HANDOVER_MODE === "wait",
            waitMs: values.HANDOVER_WAIT_MINUTES * 60_000,
            hours: values.HANDOVER_HOURS,
          } satisfies Team),
    retryMs: values.TURN_RETRY_SECONDS * 1_000,
    memory: {
      maxTokens: values.MEMORY_MAX_TOKENS,
      // The demo model cannot summarise.
      strategy: isDemo ? "window" : values.MEMORY_STRATEGY,
      /** 0: unlimited. */
      retentionDays: values.MEMORY_RETENTION_DAYS,
      retentionMs: values.MEMORY_RETENTION_DAYS * 86_400_000,
    },
  };
}

function toOperator(name: string, key: string | undefined) {
  return key === undefined ? [] : [{ name, key }];
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
  /**
   * Raises a small share so that it allows an answer in a long conversation.
   */
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
    siteDailyTokens: toTokens(values.WEB_EMBED_DAILY_TOKENS),
    globalDailyTokens: all,
  };
}

/** The bot check for new visitors of the page; `undefined`: none. */
function readChallenge({
  WEB_CHALLENGE: challenge,
  WEB_CHALLENGE_SITE_KEY: siteKey = "",
  WEB_CHALLENGE_SECRET: secret,
  WEB_CHALLENGE_VERIFY_URL: verifyUrl,
}: Environment) {
  return challenge === undefined
    ? undefined
    : { service: challenge, siteKey, secret: secret ?? "", verifyUrl };
}

function byName<Value>(
  channels: readonly ConfiguredChannel[],
  valueOf: (channel: ConfiguredChannel) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    channels.map((channel) => [channel.definition.name, valueOf(channel)]),
  );
}
