import { ModelError } from "../../errors.ts";
import type { PromptMessage } from "../../prompt.ts";
import { indentLines } from "../../text.ts";
import type { Api } from "./dialect.ts";

/**
 * Text completions, the older API, for models that continue a text and have no chat format. Native tools cannot be described
 * there: a prompt with tools is `refused`.
 */
export const COMPLETIONS_API: Api = {
  path: "/completions",
  parameters: {
    // The API's own default is 16.
    max_tokens: 1_024,
    // Models that only continue a text go on with the other side's part too.
    stop: ["\nObservation:", "\nUser:"],
    stream_options: { include_usage: true },
  },
  writePrompt: ({ messages, tools }) => {
    if (tools !== undefined) throw knowsNoTools();
    return { prompt: toPromptText(messages) };
  },
};

function knowsNoTools(): ModelError {
  const cause = new Error(
    "Text completions know no tool calls: choose another AGENT_STYLE, or set OPENAI_API=chat.",
  );
  return new ModelError({ kind: "refused", cause });
}

/**
 * A prompt as one text for a model that continues it: the system message, then the conversation as a script with
 * `User:` and `Assistant:`. An assistant's part goes on from its action through the observation to its next thought
 * without another label, as in the transcripts that such models have read. Messages added at the end only add text at
 * the end, so that a provider's prompt cache keeps what it has. A lone message is a prompt of its own, and goes as it is.
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
