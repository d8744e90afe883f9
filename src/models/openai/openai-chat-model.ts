import type { LanguageModel } from "../../ports.ts";
import type { ToolDefinition } from "../../prompt.ts";
import {
  createStreamingModel,
  type OpenAIModelOptions,
} from "./streaming-model.ts";
import { toChatMessages } from "./to-chat-messages.ts";

/**
 * Chat Completions, which OpenAI and all compatible servers speak. Native tools go without `tool_choice` and
 * `parallel_tool_calls`: the defaults are right, and Ollama and others refuse or ignore them.
 */
export function createOpenAIChatModel(
  options: OpenAIModelOptions,
): LanguageModel {
  return createStreamingModel(
    {
      path: "/chat/completions",
      parameters: { stream_options: { include_usage: true } },
      writePrompt: ({ messages, tools }, dialect) => ({
        messages: toChatMessages(messages, dialect),
        ...(tools && { tools: tools.map(toChatTool) }),
      }),
    },
    options,
  );
}

function toChatTool({ name, description, parameters }: ToolDefinition) {
  return { type: "function", function: { name, description, parameters } };
}
