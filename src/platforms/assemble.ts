import type { Agent } from "../agent/executor.ts";
import { conversationalReact } from "../agent/styles/conversational-react.ts";
import { createOffChannel } from "../channels/off-channel.ts";
import { createTelegramChannel } from "../channels/telegram/telegram-channel.ts";
import { isLocalRequest } from "../channels/is-local-request.ts";
import type { ApiKey } from "../channels/webhook/authenticate.ts";
import { createWebhookChannel } from "../channels/webhook/webhook-channel.ts";
import { createWebAccess, type WebAccess } from "../channels/web/web-access.ts";
import { createWebChannel } from "../channels/web/web-channel.ts";
import type { Config } from "../config.ts";
import type { Bot } from "../conversation/settling.ts";
import type { ChannelName } from "../message.ts";
import { createDemoModel } from "../models/demo/demo-model.ts";
import { createOpenAIModel } from "../models/openai-model.ts";
import type { Channel, LanguageModel, Tool } from "../ports.ts";
import { createCalculatorTool } from "../tools/calculator/calculator-tool.ts";
import { createSearchTool } from "../tools/search/search-tool.ts";
import { createWikipediaProvider } from "../tools/search/wikipedia.ts";
import { VERSION } from "../version.ts";

/** Everything that is the same on every platform, made from the configuration. */
export interface Assembly {
  readonly bot: Bot;
  readonly channels: Readonly<Record<ChannelName, Channel>>;
  readonly apiKeysFor: (request: Request) => readonly ApiKey[];
  readonly webAccess: WebAccess;
}

const TOOL_TIMEOUT_MS = 20_000;

export function assemble(config: Config): Assembly {
  const apiKeysFor = createKeyRing(config);
  const webAccess = createWebAccess(config.web);
  const { telegram } = config;
  return {
    bot: {
      agent: createAgent(config),
      access: config.access,
      isDemo: config.model.kind === "demo",
      maxHistoryTokens: config.memory.maxTokens,
    },
    channels: {
      telegram:
        telegram === undefined
          ? createOffChannel("telegram")
          : createTelegramChannel(telegram),
      webhook: createWebhookChannel({ keysFor: apiKeysFor }),
      web: createWebChannel({ access: webAccess }),
    },
    apiKeysFor,
    webAccess,
  };
}

function createAgent({ agent, model, tools, search }: Config): Agent {
  return {
    model: createModel(model),
    style: conversationalReact,
    tools: tools.map((name) => createTool(name, search)),
    instructions: agent.instructions,
    maxSteps: agent.maxSteps,
    timeoutMs: agent.timeoutMs,
    toolTimeoutMs: TOOL_TIMEOUT_MS,
  };
}

function createModel(model: Config["model"]): LanguageModel {
  if (model.kind === "demo") return createDemoModel();
  return createOpenAIModel({
    apiKey: model.apiKey,
    baseUrl: model.baseUrl,
    model: model.name,
  });
}

function createTool(
  name: Config["tools"][number],
  search: Config["search"],
): Tool {
  switch (name) {
    case "calculator":
      return createCalculatorTool();
    case "search":
      return createSearchTool({
        providers: search.providers.map(() =>
          createWikipediaProvider({
            baseUrl: search.wikipediaBaseUrl,
            userAgent: `Parley/${VERSION} (https://parley.chat)`,
          }),
        ),
      });
  }
}

/** The development key counts on this machine only. */
function createKeyRing({
  webhook: { keys, developmentKey },
}: Config): Assembly["apiKeysFor"] {
  if (developmentKey === undefined) return () => keys;
  return (request) =>
    isLocalRequest(request) ? [...keys, developmentKey] : keys;
}
