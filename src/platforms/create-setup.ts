import { createTimeLimit } from "../abort.ts";
import type { Setup, TelegramState } from "../channels/admin/setup-routes.ts";
import { explainFailure } from "../channels/telegram/setup/explain-failure.ts";
import {
  readWebhook,
  setWebhook,
} from "../channels/telegram/setup/set-webhook.ts";
import { parseWebhookAddress } from "../channels/telegram/setup/webhook-address.ts";
import {
  createTelegramApi,
  type TelegramApi,
} from "../channels/telegram/telegram-api.ts";
import { TELEGRAM } from "../channels/telegram/telegram-definition.ts";
import type { Config } from "../config.ts";
import { COMMANDS } from "../conversation/commands/command-list.ts";
import { ModelError } from "../errors.ts";
import type { LanguageModel } from "../ports.ts";
import type { Prompt } from "../prompt.ts";
import { VERSION } from "../version.ts";

/** As short as an answer can be. */
const PROMPT: Prompt = {
  messages: [{ role: "user", content: "Answer with the word OK." }],
};
const MODEL_MS = 30_000;
const TELEGRAM_SECONDS = 10;

type TelegramSettings = NonNullable<ReturnType<typeof TELEGRAM.settingsIn>>;

/** What `/setup` shows of this deployment and does to it. */
export function createSetup({
  config,
  model,
  platform,
  hasLibrary,
}: {
  config: Config;
  model: LanguageModel;
  platform: "cloudflare" | "aws";
  hasLibrary: boolean;
}): Setup {
  const telegram = TELEGRAM.settingsIn(config.channels);
  return {
    describe: () => describe(config, { platform, hasLibrary }),
    askModel: ({ signal }) => askModel(model, { signal }),
    ...(telegram && {
      telegram: {
        look: ({ signal }) => withTelegram(telegram, { signal }, look),
        async connect({ address, signal }) {
          const parsed = parseWebhookAddress(address);
          if (parsed.kind === "wrong")
            return { kind: "failed", detail: parsed.problem };
          return withTelegram(telegram, { signal }, async (api) => {
            await setWebhook({
              api,
              url: parsed.url,
              webhookSecret: telegram.webhookSecret,
              commands: COMMANDS,
            });
            return look(api);
          });
        },
      },
    }),
  };
}

/** No values of secrets: whether there are any is all that is said. */
function describe(
  config: Config,
  {
    platform,
    hasLibrary,
  }: { platform: "cloudflare" | "aws"; hasLibrary: boolean },
) {
  const { model, webhook, memory, budget } = config;
  const callers = [...webhook.keys, ...webhook.signingSecrets];
  return {
    version: VERSION,
    platform,
    is_development: config.developmentToken !== undefined,
    model:
      model.kind === "demo"
        ? { is_demo: true }
        : {
            is_demo: false,
            names: model.names,
            host: new URL(model.baseUrl).host,
            style: config.agent.style,
          },
    tools: config.tools,
    search_providers: config.toolSettings.SEARCH_PROVIDERS,
    mcp_servers: config.mcp.servers.map(({ name }) => name),
    has_library: hasLibrary,
    channels: config.channels.map(({ definition, on, access }) => ({
      name: definition.name,
      title: definition.title,
      switched_on_by: definition.switchedOnBy,
      is_on: on !== undefined,
      is_for_everybody: access === "everybody",
    })),
    page: config.web.mode,
    callers: [...new Set(callers.map(({ name }) => name))],
    has_admin_key: config.adminKey !== undefined,
    limits: {
      messages_per_minute: budget.messagesPerMinute,
      user_daily_tokens: budget.userDailyTokens,
      global_daily_tokens: budget.globalDailyTokens,
    },
    memory: {
      store: platform === "aws" ? "DynamoDB" : "Durable Objects",
      max_tokens: memory.maxTokens,
      retention_days: memory.retentionDays,
    },
    misspelled: config.misspelled,
  };
}

async function askModel(
  model: LanguageModel,
  { signal }: { signal: AbortSignal },
): ReturnType<Setup["askModel"]> {
  using limit = createTimeLimit({ ms: MODEL_MS, signal });
  const startedAt = performance.now();
  try {
    for await (const event of model.generate(PROMPT, limit))
      if (event.type === "text" || event.type === "finish") break;
    return { kind: "answered", ms: performance.now() - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isOver)
      return {
        kind: "failed",
        cause: "slow",
        detail: `No answer within ${MODEL_MS / 1000} seconds.`,
      };
    if (!(error instanceof ModelError)) throw error;
    return { kind: "failed", cause: error.kind, detail: error.message };
  }
}

async function withTelegram(
  settings: TelegramSettings,
  { signal }: { signal: AbortSignal },
  act: (api: TelegramApi) => Promise<TelegramState>,
): Promise<TelegramState> {
  const timeoutSeconds = TELEGRAM_SECONDS;
  const api = createTelegramApi({ ...settings, signal, timeoutSeconds });
  try {
    return await act(api);
  } catch (error) {
    return { kind: "failed", detail: explainFailure(error, settings) };
  }
}

async function look(api: TelegramApi): Promise<TelegramState> {
  const { bot, ...state } = await readWebhook(api);
  return { kind: "known", username: bot.username, ...state };
}
