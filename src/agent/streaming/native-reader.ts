import { readReply } from "../reading/read-reply.ts";
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
  const prose = createProseAnswer();
  const textReader = createTextReader({ tools });
  let text = "";
  /** What the text reader has not been given: while prose goes out, there is nothing for it to find. */
  let unread = "";
  let state: ReadingProgress["state"] = "open";
  /** Whose answer is being handed out: the first that had some. */
  let source: "format" | "prose" | undefined;

  const readFormat = (): string => {
    if (source === "prose" && !prose.isOver) return "";
    const progress = textReader.push(unread);
    unread = "";
    ({ state } = progress);
    return progress.answer;
  };

  return {
    push(piece) {
      text += piece;
      unread += piece;
      const inProse = prose.push(piece);
      const inFormat = readFormat();
      if (inFormat !== "") source ??= "format";
      if (inProse !== "") source ??= "prose";
      const answer =
        source === "format" ? inFormat : source === "prose" ? inProse : "";
      return { answer: calls.isEmpty ? answer : "", state };
    },
    pushToolCall(piece) {
      calls.push(piece);
      return { answer: "", state };
    },
    end: (options) =>
      calls.isEmpty
        ? readReply(text, { tools, ...options })
        : calls.read(text, options),
  };
}
