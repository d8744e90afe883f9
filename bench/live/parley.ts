import * as z from "zod";
import { runAgent, type Agent } from "../../src/agent/executor.ts";
import { AGENT_STYLES } from "../../src/agent/styles/agent-styles.ts";
import { INVALID_REPLY } from "../../src/agent/to-steps.ts";
import { createPromptWriter } from "../../src/agent/write-prompt.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { createOpenAIModel } from "../../src/models/openai/openai-model.ts";
import { ToolError } from "../../src/types/errors.ts";
import type { Tool } from "../../src/types/tool.ts";
import type { LiveJob, LiveModule } from "./contestant.ts";
import type { LiveTool } from "./tools.ts";

/**
 * Kept between tasks, as in a deployment, since it learns what its server
 * rejects.
 */
const models = new Map<string, Agent["model"]>();

/**
 * Parley's executor with a deployment's defaults, in the style named by the
 * variant.
 */
export const answer: LiveModule["answer"] = async (job, variant) => {
  const config = parseConfig({ AGENT_STYLE: variant });
  const style = AGENT_STYLES[config.agent.style];
  const tools = job.tools.map(toTool);
  const { instructions } = config.agent;
  const agent: Agent = {
    model: modelFor(job),
    style,
    tools,
    instructions,
    writePrompt: createPromptWriter({ style, instructions, tools }),
    maxSteps: job.maxSteps,
    maxTokens: config.agent.maxTokens,
    timeoutMs: job.timeoutMs,
    toolTimeoutMs: config.agent.toolTimeoutMs,
  };
  let actions = 0;
  for await (const event of runAgent({
    agent,
    context: {
      timeZone: "UTC",
      wasShown: async () => false,
    },
    history: job.history.flatMap(({ question, answer: reply }) => [
      { role: "user" as const, content: question },
      { role: "assistant" as const, content: reply },
    ]),
    input: job.ask,
    signal: job.signal,
  })) {
    if (event.type === "decided")
      actions += event.steps.filter(
        ({ action }) => action.tool !== INVALID_REPLY,
      ).length;
    if (event.type === "finish")
      return { kind: "answer", text: event.output, actions };
    if (event.type === "gave-up")
      return { kind: "notice", text: `gave up: ${event.limit}`, actions };
  }
  return { kind: "notice", text: "ended without an answer", actions };
};

function modelFor({ url, model, timeoutMs }: LiveJob): Agent["model"] {
  const key = `${url} ${model}`;
  const made =
    models.get(key) ??
    createOpenAIModel({
      api: "chat",
      // The proxy adds the real key.
      apiKey: "bench",
      baseUrl: url,
      models: [model],
      timeoutMs,
      idleTimeoutMs: timeoutMs,
    });
  models.set(key, made);
  return made;
}

function toTool({ name, description, field, run }: LiveTool): Tool {
  const input = z.object({ [field]: z.string() });
  return {
    name,
    description,
    input,
    async run(given) {
      try {
        return run(String(given[field]));
      } catch (error) {
        throw new ToolError(error instanceof Error ? error.message : "Error");
      }
    },
  };
}
