import type { Agent } from "../agent/executor.ts";
import { AGENT_STYLES } from "../agent/styles/agent-styles.ts";
import { createPromptWriter } from "../agent/write-prompt.ts";
import type { Config } from "../config/parse-config.ts";
import type { Bot } from "../conversation/bot.ts";
import type { Media } from "../conversation/input/read-attachment.ts";
import { boundReplies } from "../models/bound-replies.ts";
import { createDemoModel } from "../models/demo/demo-model.ts";
import { createOpenAIModel } from "../models/openai/openai-model.ts";
import { createOpenAITranscriber } from "../models/openai/openai-transcriber.ts";
import { VERSION } from "../runtime/version.ts";
import type { RemoteTools } from "../tools/mcp/remote-tools.ts";
import { TOOL_CATALOGUE, type ToolEntry } from "../tools/tool-catalogue.ts";
import type { Library } from "../types/library.ts";
import type { LanguageModel } from "../types/model.ts";
import type { Tool } from "../types/tool.ts";

/**
 * Creates the agent with the built-in tools; `findAgent` adds those of the
 * configured MCP servers.
 */
export function createAgents(
  config: Config,
  { library }: { library: Library | undefined },
): Pick<Bot, "agent" | "findAgent"> {
  const model = boundReplies(createModel(config.model), {
    maxLength: config.agent.maxReplyLength,
  });
  const own = createTools(config, { library });
  const createWith = (tools: readonly Tool[]): Agent =>
    createAgent(config, { model, tools });
  const agent = createWith(own);
  if (config.mcp.servers.length === 0) return { agent };

  let findTools: RemoteTools | undefined;
  let last: { remote: readonly Tool[]; agent: Agent } | undefined;
  return {
    agent,
    async findAgent({ signal }) {
      const { createRemoteTools } =
        await import("../tools/mcp/remote-tools.ts");
      findTools ??= createRemoteTools(config.mcp);
      const remote = await findTools({ signal });
      if (last?.remote !== remote)
        last = { remote, agent: createWith([...own, ...remote]) };
      return last.agent;
    },
  };
}

function createAgent(
  { agent, model: { kind } }: Config,
  { model, tools }: { model: LanguageModel; tools: readonly Tool[] },
): Agent {
  const style = AGENT_STYLES[agent.style];
  return {
    model,
    style,
    instructions: agent.instructions,
    writePrompt: createPromptWriter({
      style,
      tools,
      instructions: agent.instructions,
      // The demo model looks for the message in the prompt and would not find
      // it.
      template: kind === "demo" ? undefined : agent.promptTemplate,
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
  return createOpenAIModel({ ...model, models: model.names });
}

/** The deployment's tools, in the order in which the model sees them. */
function createTools(
  { tools, toolSettings: settings, team }: Config,
  { library }: { library: Library | undefined },
): Tool[] {
  // Where nobody can take over, it would only cost tokens.
  const useful = tools.filter((name) => team || name !== "talk_to_human");
  return useful.map((name) => {
    const { create, isDangerous }: ToolEntry = TOOL_CATALOGUE[name];
    const tool = create({ settings, userAgent: USER_AGENT, library });
    return isDangerous === true ? { ...tool, effect: "harmful" } : tool;
  });
}

/** The media that the models accept; the demo model accepts only text. */
export function createMedia(model: Config["model"]): Media {
  if (model.kind === "demo") return { takesImages: false };
  const { apiKey, baseUrl, takesImages, transcriptionModel } = model;
  return {
    takesImages,
    ...(transcriptionModel !== undefined && {
      transcriber: createOpenAITranscriber({
        apiKey,
        baseUrl,
        model: transcriptionModel,
      }),
    }),
  };
}

/**
 * Sent with every outgoing request. Wikimedia requires a name, a version and a
 * contact:
 * https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy
 */
export const USER_AGENT = `Parley/${VERSION} (https://parley.chat)`;
