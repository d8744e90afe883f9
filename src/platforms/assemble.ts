import type { Agent } from "../agent/executor.ts";
import { AGENT_STYLES } from "../agent/styles/agent-styles.ts";
import { createPromptWriter } from "../agent/write-prompt.ts";
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
import { createOpenAIModel } from "../models/openai/openai-model.ts";
import type { Channel, LanguageModel, Tool } from "../ports.ts";
import { createCalculatorTool } from "../tools/calculator/calculator-tool.ts";
import { createSearchTool } from "../tools/search/search-tool.ts";
import { createSearchProvider } from "./create-search-provider.ts";

/** Everything that is the same on every platform, made from the configuration. */
export interface Assembly {
  readonly bot: Bot;
  readonly channels: Readonly<Record<ChannelName, Channel>>;
  readonly apiKeysFor: (request: Request) => readonly ApiKey[];
  readonly webAccess: WebAccess;
}

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
      memoryStrategy: config.memory.strategy,
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

function createAgent({ agent, model, tools: names, search }: Config): Agent {
  const style = AGENT_STYLES[agent.style];
  const tools = names.map((name) => createTool(name, search));
  return {
    model: createModel(model),
    style,
    writePrompt: createPromptWriter({
      style,
      tools,
      instructions: agent.instructions,
      // The demo model would not find the message in it.
      template: model.kind === "demo" ? undefined : agent.promptTemplate,
    }),
    tools,
    maxSteps: agent.maxSteps,
    maxTokens: agent.maxTokens,
    timeoutMs: agent.timeoutMs,
    toolTimeoutMs: agent.toolTimeoutMs,
  };
}

function createModel(model: Config["model"]): LanguageModel {
  if (model.kind === "demo") return createDemoModel();
  const { kind: _, names: models, ...options } = model;
  return createOpenAIModel({ ...options, models });
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
        providers: search.providers.map(createSearchProvider),
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
