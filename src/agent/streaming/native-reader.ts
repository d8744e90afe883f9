import type { ReadingProgress, ReplyReader } from "../styles/agent-style.ts";
import { createNativeCalls } from "./native-calls.ts";
import { createProseAnswer } from "./prose-answer.ts";
import { createTextReader } from "./text-reader.ts";

/**
 * Reads a reply of a model that calls tools in its provider's way: its calls, or else its text, which is the answer
 * unless it holds an action after all. Prose is handed out while it is written; a call behind it makes a thought of it.
 */
export function createNativeReader({
  tools,
}: {
  tools: readonly string[];
}): ReplyReader & Required<Pick<ReplyReader, "pushToolCall">> {
  const calls = createNativeCalls({ tools });
  const textReader = createTextReader({ tools });
  const readProse = createProseAnswer();
  let text = "";
  let state: ReadingProgress["state"] = "open";
  /** Whose answer is being handed out: the first that had some. */
  let source: "format" | "prose" | undefined;

  return {
    push(piece) {
      text += piece;
      const format = textReader.push(piece);
      const prose = readProse(piece);
      ({ state } = format);
      if (format.answer !== "") source ??= "format";
      if (prose !== "") source ??= "prose";
      const answer =
        source === "format" ? format.answer : source === "prose" ? prose : "";
      return { answer: calls.isEmpty ? answer : "", state };
    },
    pushToolCall(piece) {
      calls.push(piece);
      return { answer: "", state };
    },
    end: (options) =>
      calls.isEmpty ? textReader.end(options) : calls.read(text, options),
  };
}
