import type { AnswerFormat } from "../../types/message.ts";
import type { AgentStyle } from "./agent-style.ts";
import { plainAnswer } from "./plain-answer.ts";

/**
 * For a call whose whole reply is the answer, as JSON: without tools and
 * without the wrapping of other styles, so that a server can enforce the
 * schema. What the reply holds is read later.
 */
export function createFormattedAnswer(format: AnswerFormat): AgentStyle {
  return {
    ...plainAnswer,
    systemMessage: ({ instructions }) =>
      `${instructions}\n\n${describeFormat(format, "Your whole reply")}`,
    createReader() {
      let reply = "";
      return {
        push(text) {
          reply += text;
          return { answer: "", state: "open" };
        },
        end: () =>
          reply.trim() === ""
            ? { kind: "unreadable", text: reply, reason: "" }
            : { kind: "finish", output: reply },
      };
    },
  };
}

/** @param subject what must be JSON */
export function describeFormat(
  { schema }: AnswerFormat,
  subject: string,
): string {
  return `${subject} is read by a program. It must be JSON that matches this JSON Schema, with nothing before or after it:\n${JSON.stringify(schema)}`;
}
