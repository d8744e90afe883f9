import type { PromptMessage } from "../../prompt.ts";
import type { ToolCall } from "../../turn.ts";
import type { Dialect } from "./dialect.ts";

interface ChatToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
  /** Gemini's signatures of its thoughts, which it wants back where it sent them. */
  readonly extra_content?: unknown;
}

type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly ChatToolCall[];
    }
  | {
      readonly role: "tool";
      readonly content: string;
      readonly tool_call_id: string;
    };

type MessageDialect = Pick<
  Dialect,
  "reasoningContent" | "separatesUserFromTool"
>;

/**
 * A prompt's messages as Chat Completions wants them. Neighbours of the same role become one message, with a blank line
 * between them: the chat templates of many models refuse roles that do not alternate.
 */
export function toChatMessages(
  messages: readonly PromptMessage[],
  dialect: MessageDialect,
): ChatMessage[] {
  const sent: ChatMessage[] = [];
  for (const message of messages) {
    const next = toChatMessage(message, dialect);
    const last = sent.at(-1);
    if (
      dialect.separatesUserFromTool &&
      last?.role === "tool" &&
      next.role === "user"
    )
      sent.push({ role: "assistant", content: "…" }, next);
    else if (last === undefined || !belongTogether(last, next)) sent.push(next);
    else
      sent[sent.length - 1] = {
        ...last,
        content: `${last.content}\n\n${next.content}`,
      };
  }
  return sent;
}

function belongTogether(one: ChatMessage, other: ChatMessage): boolean {
  return isPlain(one) && isPlain(other) && one.role === other.role;
}

function isPlain(message: ChatMessage): boolean {
  return message.role !== "tool" && !("tool_calls" in message);
}

function toChatMessage(
  message: PromptMessage,
  { reasoningContent }: MessageDialect,
): ChatMessage {
  // Servers written in Python answer 500 to half a surrogate pair.
  const content = message.content.toWellFormed();
  if (message.role === "tool")
    return { role: "tool", content, tool_call_id: message.toolCallId };
  if (message.role === "observation") return { role: "user", content };
  if (message.role !== "assistant") return { role: message.role, content };
  const { toolCalls = [] } = message;
  return {
    role: "assistant",
    // Beside tool calls "" and not `null` where the model wrote no text: DashScope, LM Studio and some of Ollama's
    // versions refuse `null`, and DashScope a missing field too. Only gateways to Bedrock mind "".
    content,
    ...(reasoningContent !== undefined && {
      reasoning_content: reasoningContent,
    }),
    // An empty list is refused.
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(toChatToolCall) }),
  };
}

function toChatToolCall(call: ToolCall): ChatToolCall {
  return {
    id: call.id,
    type: "function",
    function: {
      name: call.name,
      arguments: call.arguments.toWellFormed(),
    },
    ...(call.extra !== undefined && { extra_content: call.extra }),
  };
}
