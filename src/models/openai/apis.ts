import { indentLines } from "../../text/text.ts";
import { ModelError } from "../../types/errors.ts";
import type { PromptMessage } from "../../types/model.ts";
import type { ToolCall } from "../../types/turn.ts";
import type { Api, Dialect } from "./dialect.ts";

/**
 * Chat Completions. Omits `tool_choice` and `parallel_tool_calls`: their
 * defaults are right, and Ollama and others reject or ignore them.
 */
export const CHAT_API: Api = {
  path: "/chat/completions",
  parameters: { stream_options: { include_usage: true } },
  writePrompt: ({ messages, tools }, dialect) => ({
    messages: toChatMessages(messages, dialect),
    ...(dialect.replyFormat && {
      response_format: dialect.replyFormat.format,
    }),
    ...(tools && {
      tools: tools.map((tool) => ({ type: "function", function: tool })),
    }),
  }),
};

/** A message that others may still be merged into. */
interface Draft {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly images?: readonly string[] | undefined;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

type ChatMessage = Omit<Draft, "content" | "images"> & {
  readonly content: string | readonly object[];
};

/**
 * Merges consecutive messages of the same role, separated by a blank line: many
 * chat templates reject roles that do not alternate.
 */
export function toChatMessages(
  messages: readonly PromptMessage[],
  dialect: Pick<Dialect, "reasoningContent" | "separatesUserFromTool">,
): ChatMessage[] {
  const drafts: Draft[] = [];
  for (const message of messages) {
    const next = toDraft(message, dialect);
    const last = drafts.at(-1);
    if (last !== undefined && canMerge(last, next)) {
      drafts[drafts.length - 1] = merge(last, next);
      continue;
    }
    const isAfterTool = last?.role === "tool" && next.role === "user";
    if (isAfterTool && dialect.separatesUserFromTool)
      drafts.push({ role: "assistant", content: "…" });
    drafts.push(next);
  }
  return drafts.map(toChatMessage);
}

function toDraft(
  message: PromptMessage,
  { reasoningContent }: Pick<Dialect, "reasoningContent">,
): Draft {
  // Some Python servers answer 500 to an unpaired surrogate.
  const content = message.content.toWellFormed();
  switch (message.role) {
    case "system":
      return { role: "system", content };
    case "observation":
      return { role: "user", content };
    case "user":
      return { role: "user", content, images: message.images };
    case "tool":
      return { role: "tool", content, tool_call_id: message.toolCallId };
    case "assistant": {
      const { toolCalls = [] } = message;
      return {
        role: "assistant",
        // Send "" rather than `null` next to tool calls: DashScope, LM Studio
        // and some versions of Ollama reject `null`, DashScope also a missing
        // field. Only gateways to Bedrock object to "".
        content,
        ...(reasoningContent !== undefined && {
          reasoning_content: reasoningContent,
        }),
        // Servers reject an empty list.
        ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(toChatCall) }),
      };
    }
  }
}

function toChatCall({ id, name, arguments: written, extra }: ToolCall): object {
  return {
    id,
    type: "function",
    function: { name, arguments: written.toWellFormed() },
    // Gemini's thought signatures, which it requires back.
    ...(extra !== undefined && { extra_content: extra }),
  };
}

function canMerge(one: Draft, other: Draft): boolean {
  const isPlain = ({ role, tool_calls: calls }: Draft): boolean =>
    role !== "tool" && calls === undefined;
  return one.role === other.role && isPlain(one) && isPlain(other);
}

function merge(one: Draft, other: Draft): Draft {
  const images = [...(one.images ?? []), ...(other.images ?? [])];
  return { ...one, content: `${one.content}\n\n${other.content}`, images };
}

/**
 * Sends text alone as a string: servers without vision reject a list of parts.
 */
function toChatMessage({ images = [], ...message }: Draft): ChatMessage {
  if (images.length === 0) return message;
  const parts = images.map((url) => ({
    type: "image_url",
    image_url: { url },
  }));
  const text = { type: "text", text: message.content };
  return { ...message, content: [text, ...parts] };
}

/**
 * The legacy Completions API, for models that only continue text. It has no
 * native tools: throws `ModelError` of kind `refused` for a prompt with tools.
 */
export const COMPLETIONS_API: Api = {
  path: "/completions",
  parameters: {
    // The API's default is 16.
    max_tokens: 1_024,
    // Completion models also write the other side's lines.
    stop: ["\nObservation:", "\nUser:"],
    stream_options: { include_usage: true },
  },
  writePrompt: ({ messages, tools }) => {
    if (tools !== undefined) {
      const problem =
        "Text completions have no tool calls: choose another AGENT_STYLE, or set OPENAI_API=chat.";
      throw new ModelError({ kind: "refused", cause: new Error(problem) });
    }
    return { prompt: toPromptText(messages) };
  },
};

/**
 * Writes a prompt as one text: the system message, then a script of `User:` and
 * `Assistant:` parts. Actions and observations all belong to the assistant's
 * part, as in transcripts that such models were trained on. Append-only, for
 * the provider's cache. A single message is sent verbatim.
 */
export function toPromptText(messages: readonly PromptMessage[]): string {
  const [first, second] = messages;
  if (first?.role === "user" && second === undefined)
    return first.content.toWellFormed();
  let text = "";
  let isAssistantsPart = false;
  for (const [index, { role, content }] of messages.entries()) {
    switch (role) {
      case "system":
        text += `${content}\n\n`;
        isAssistantsPart = false;
        break;
      case "user":
        text += `User: ${indentLines(content.trim())}\n`;
        isAssistantsPart = false;
        break;
      case "assistant": {
        // Actions have their own labels; an answer may quote text with labels.
        const isAction = messages[index + 1]?.role === "observation";
        const written = isAction ? content.trim() : indentLines(content.trim());
        text += `${isAssistantsPart ? "" : "Assistant: "}${written}\n`;
        isAssistantsPart = true;
        break;
      }
      case "observation":
      case "tool":
        text += `${isAssistantsPart ? "" : "Assistant:\n"}${indentLines(content.trim())}\n`;
        isAssistantsPart = true;
        break;
    }
  }
  // No space after the label: the model's first token contains it.
  return `${text}${isAssistantsPart ? "" : "Assistant:"}`.toWellFormed();
}
