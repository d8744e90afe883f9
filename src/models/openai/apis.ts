import { ModelError } from "../../errors.ts";
import type { PromptMessage } from "../../prompt.ts";
import { indentLines } from "../../text.ts";
import type { ToolCall } from "../../turn.ts";
import type { Api, Dialect } from "./dialect.ts";

/** Chat Completions. Native tools go without `tool_choice` and `parallel_tool_calls`, whose defaults are right, and which Ollama and others refuse or ignore. */
export const CHAT_API: Api = {
  path: "/chat/completions",
  parameters: { stream_options: { include_usage: true } },
  writePrompt: ({ messages, tools }, dialect) => ({
    messages: toChatMessages(messages, dialect),
    ...(dialect.replyFormat && { response_format: dialect.replyFormat }),
    ...(tools && {
      tools: tools.map((tool) => ({ type: "function", function: tool })),
    }),
  }),
};

/** A message as it is sent, but for its images, while others may still be joined to it. */
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

/** Neighbours of the same role become one message, with a blank line between them: the templates of many models refuse roles that do not alternate. */
export function toChatMessages(
  messages: readonly PromptMessage[],
  dialect: Pick<Dialect, "reasoningContent" | "separatesUserFromTool">,
): ChatMessage[] {
  const drafts: Draft[] = [];
  for (const message of messages) {
    const next = toDraft(message, dialect);
    const last = drafts.at(-1);
    if (last !== undefined && belongTogether(last, next)) {
      drafts[drafts.length - 1] = join(last, next);
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
  // Servers written in Python answer 500 to half a surrogate pair.
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
        // With tool calls "" and not `null` where the model wrote no text: DashScope, LM Studio and some of Ollama's
        // versions refuse `null`, and DashScope a missing field too. Only gateways to Bedrock mind "".
        content,
        ...(reasoningContent !== undefined && {
          reasoning_content: reasoningContent,
        }),
        // An empty list is refused.
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
    // Gemini's signatures of its thoughts, which it wants back where it sent them.
    ...(extra !== undefined && { extra_content: extra }),
  };
}

function belongTogether(one: Draft, other: Draft): boolean {
  const isPlain = ({ role, tool_calls: calls }: Draft): boolean =>
    role !== "tool" && calls === undefined;
  return one.role === other.role && isPlain(one) && isPlain(other);
}

function join(one: Draft, other: Draft): Draft {
  const images = [...(one.images ?? []), ...(other.images ?? [])];
  return { ...one, content: `${one.content}\n\n${other.content}`, images };
}

/** A text alone goes as text: servers without vision take nothing else. */
function toChatMessage({ images = [], ...message }: Draft): ChatMessage {
  if (images.length === 0) return message;
  const parts = images.map((url) => ({
    type: "image_url",
    image_url: { url },
  }));
  const text = { type: "text", text: message.content };
  return { ...message, content: [text, ...parts] };
}

/** Text completions, the older API, for models that only continue a text. It knows no native tools: a prompt with tools is `refused`. */
export const COMPLETIONS_API: Api = {
  path: "/completions",
  parameters: {
    // The API's own default is 16.
    max_tokens: 1_024,
    // Models that only continue a text also write the other side's part.
    stop: ["\nObservation:", "\nUser:"],
    stream_options: { include_usage: true },
  },
  writePrompt: ({ messages, tools }) => {
    if (tools !== undefined) {
      const said =
        "Text completions know no tool calls: choose another AGENT_STYLE, or set OPENAI_API=chat.";
      throw new ModelError({ kind: "refused", cause: new Error(said) });
    }
    return { prompt: toPromptText(messages) };
  },
};

/**
 * A prompt as one text: the system message, then a script with `User:` and `Assistant:`, whose part runs on through actions
 * and observations, as in the transcripts that such models have read. More messages only add text at the end, for the
 * provider's cache. A lone message goes as it is.
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
      case "assistant":
        text += `${isAssistantsPart ? "" : "Assistant: "}${isAction(messages[index + 1]) ? content.trim() : indentLines(content.trim())}\n`;
        isAssistantsPart = true;
        break;
      case "observation":
      case "tool":
        text += `${isAssistantsPart ? "" : "Assistant:\n"}${indentLines(content.trim())}\n`;
        isAssistantsPart = true;
        break;
    }
  }
  // No blank after the label: the model's own first token brings it.
  return `${text}${isAssistantsPart ? "" : "Assistant:"}`.toWellFormed();
}

/** An action has labels of its own; an answer may repeat what people or tools wrote. */
function isAction(next: PromptMessage | undefined): boolean {
  return next?.role === "observation" || next?.role === "tool";
}
