import type { TextReading } from "../styles/agent-style.ts";
import { isEmptyAnswer, isExampleAnswer } from "./no-answer.ts";
import { parseJson } from "./parse-json.ts";
import { resolveTool } from "./resolve-tool.ts";

/**
 * `{"thought": "…", "action": "…", "action_input": ` with the keys in this order, and no others. Strictly JSON: other
 * blanks, and raw line breaks in texts, which many models write, have to be repaired.
 */
const HEAD =
  /^\{[ \t\n]*(?:"thought"[ \t\n]*:[ \t\n]*("[^"\\\p{Cc}]*(?:\\.[^"\\\p{Cc}]*)*")[ \t\n]*,[ \t\n]*)?"action"[ \t\n]*:[ \t\n]*"([^"\\\p{Cc}]*)"[ \t\n]*,[ \t\n]*"action_input"[ \t\n]*:/u;
/** Markup of the model's own, and escapes that may be meant for LaTeX or a path. */
const DOUBTFUL = /[<◁\r]|\[\/?[A-Z]|\\(?!"|n(?![a-z]))|[A-Za-z]:\\/;
const MAX_LENGTH = 100_000;

/**
 * Reads a reply that is, to the letter, the one object that a prompt asks for: most replies are, and cost a tenth of what
 * the search for a decision does. `undefined` for any other; what it gives is what that search would find.
 */
export function readAskedObject(
  reply: string,
  { tools }: { tools: readonly string[] },
): TextReading | undefined {
  const text = reply.trim();
  if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
  if (text.length > MAX_LENGTH || DOUBTFUL.test(text)) return undefined;
  const head = HEAD.exec(text);
  if (head === null) return undefined;
  const [{ length }, thought = '""', name = ""] = head;
  const input = parseJson(text.slice(length, -1));
  const tool = resolveTool(name, { tools, hasInput: true });
  if (tool.kind === "no-tool") return readAnswer(input);
  // A name that is not listed may mean something else than it says.
  if (!tools.includes(name) || input == null) return undefined;
  return {
    kind: "action",
    action: {
      tool: name,
      input,
      thought: String(parseJson(thought)).trim(),
      text,
    },
  };
}

function readAnswer(input: unknown): TextReading | undefined {
  return typeof input !== "string" ||
    isEmptyAnswer(input) ||
    isExampleAnswer(input)
    ? undefined
    : { kind: "finish", output: input };
}
