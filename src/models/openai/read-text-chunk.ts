/**
 * The text of a `chat.completion.chunk` that holds a piece of text and nothing else of interest; `undefined` for any
 * other. A long answer comes in hundreds of these, and zod is slow where the runtime forbids it to compile.
 */
export function readTextChunk(chunk: unknown): string | undefined {
  if (!isObject(chunk) || chunk["error"] != null) return undefined;
  if (chunk["usage"] != null || chunk["x_groq"] != null) return undefined;
  const { choices } = chunk;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice) || (choice["finish_reason"] ?? "") !== "")
    return undefined;
  const { delta } = choice;
  if (!isObject(delta) || delta["tool_calls"] != null) return undefined;
  const { content } = delta;
  return typeof content === "string" ? content : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
