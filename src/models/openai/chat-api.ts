import type { PromptMessage, ToolDefinition } from "../../prompt.ts";
import type { ToolCall } from "../../turn.ts";
import type { Api, Dialect } from "./dialect.ts";

/**
 * Chat Completions, which OpenAI and all compatible servers speak. Native tools go without `tool_choice` and
 * `parallel_tool_calls`: the defaults are right, and Ollama and others refuse or ignore them.
 */
export const CHAT_API: Api = {
  path: "/chat/completions",
  parameters: { stream_options: { include_usage: true } },
  writePrompt: ({ messages, tools }, dialect) => ({
    messages: toChatMessages(messages, dialect),
    ...(tools && { tools: tools.map(toChatTool) }),
  }),
};

function toChatTool({ name, description, parameters }: ToolDefinition) {
  return { type: "function", function: { name, description, parameters } };
}

interface ChatToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
  /** Gemini's signatures of its thoughts, which it wants back where it sent them. */
  readonly extra_content?: unknown;
}

type ChatMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string | readonly UserPart[] }
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

type UserPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image_url";
      readonly image_url: { readonly url: string };
    };

/** A message while others may still be joined to it. */
type Draft =
  | Exclude<ChatMessage, { role: "user" }>
  | {
      readonly role: "user";
      readonly content: string;
      readonly images: readonly string[];
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
  const drafts: Draft[] = [];
  for (const message of messages) {
    const next = toDraft(message, dialect);
    const last = drafts.at(-1);
    if (
      dialect.separatesUserFromTool &&
      last?.role === "tool" &&
      next.role === "user"
    )
      drafts.push({ role: "assistant", content: "…" }, next);
    else if (last === undefined || !belongTogether(last, next))
      drafts.push(next);
    else drafts[drafts.length - 1] = join(last, next);
  }
  return drafts.map(toChatMessage);
}

function belongTogether(one: Draft, other: Draft): boolean {
  return isPlain(one) && isPlain(other) && one.role === other.role;
}

function join(one: Draft, other: Draft): Draft {
  const content = `${one.content}\n\n${other.content}`;
  return one.role === "user" && other.role === "user"
    ? { role: "user", content, images: [...one.images, ...other.images] }
    : { ...one, content };
}

function isPlain(message: Draft): boolean {
  return message.role !== "tool" && !("tool_calls" in message);
}

/** A text alone goes as text: servers without vision take nothing else. */
function toChatMessage(draft: Draft): ChatMessage {
  if (draft.role !== "user") return draft;
  const { role, content: text, images } = draft;
  if (images.length === 0) return { role, content: text };
  const parts = images.map((url): UserPart => ({
    type: "image_url",
    image_url: { url },
  }));
  return { role, content: [{ type: "text", text }, ...parts] };
}

function toDraft(
  message: PromptMessage,
  { reasoningContent }: MessageDialect,
): Draft {
  // Servers written in Python answer 500 to half a surrogate pair.
  const content = message.content.toWellFormed();
  if (message.role === "tool")
    return { role: "tool", content, tool_call_id: message.toolCallId };
  if (message.role === "system") return { role: "system", content };
  if (message.role === "observation")
    return { role: "user", content, images: [] };
  if (message.role === "user")
    return { role: "user", content, images: message.images ?? [] };
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
