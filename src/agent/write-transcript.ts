import type { PromptMessage } from "../prompt.ts";
import { indentLines } from "../text.ts";

/** A dialogue as text: `User: …` and `Assistant: …`. */
export function writeDialogue(messages: readonly PromptMessage[]): string {
  return messages
    .map(({ role, content }) =>
      role === "assistant"
        ? `Assistant: ${indentLines(content)}`
        : `User: ${indentLines(content)}`,
    )
    .join("\n");
}

/** Steps as text, as the model wrote them. */
export function writeSteps(messages: readonly PromptMessage[]): string {
  return messages
    .map(({ role, content }) =>
      role === "observation" ? indentLines(content) : content,
    )
    .join("\n");
}
