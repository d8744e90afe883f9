import type { OpenAI } from "openai";
import type { PromptMessage } from "../ports.ts";
import type { ToolCall } from "../turn.ts";

type ChatMessage = OpenAI.Chat.ChatCompletionMessageParam;

/** A prompt's messages as Chat Completions wants them. */
export function toChatMessages(
  messages: readonly PromptMessage[],
): ChatMessage[] {
  return messages.map(toChatMessage);
}

function toChatMessage(message: PromptMessage): ChatMessage {
  // Servers written in Python answer 500 to half a surrogate pair.
  const content = message.content.toWellFormed();
  if (message.role === "tool")
    return { role: "tool", content, tool_call_id: message.toolCallId };
  if (message.role === "observation") return { role: "user", content };
  if (message.role !== "assistant") return { role: message.role, content };
  const { toolCalls = [] } = message;
  return {
    role: "assistant",
    content,
    // An empty list is refused.
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(toChatToolCall) }),
  };
}

function toChatToolCall(
  call: ToolCall,
): OpenAI.Chat.ChatCompletionMessageFunctionToolCall {
  return {
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  };
}
