import { announcesTool } from "./announcement.ts";
import { findLabels } from "./find-labels.ts";
import { parseLooseJson } from "./parse-loose-json.ts";
import type { TextReading } from "../styles/agent-style.ts";

/** Beginnings of labels, tags and fences that were cut off, and fences with nothing behind them. */
const FRAGMENT =
  /^(?:`{1,}\w*\s*`*|<[|｜/]?\w*>?|[{}[\]\s"'`,:]+|[{[]\s*"?\w*"?\s*:?|thoughts?|action(?: input)?|final(?: answer)?)$/i;
/** Said before the answer, in two fixed phrases; what follows them is the answer. */
const ANSWER_DUE =
  /^(?:do i need to use a tool\? no|i now know the final answer)[.,]?[ \t]*\n+/i;
const CALL_OPENING =
  /^(?:<(?:tool_call|function_calls?|minimax:tool_call|invoke|function)\b|\[TOOL_CALLS\])/;
const PROMPT_PLACEHOLDER =
  /\$(?:TOOL_NAME|INPUT|JSON_BLOB)\b|\bshould be one of \[/;

/** Reads a reply that nothing in it decides: an answer in prose, or JSON that happens to be one, unless it is none. */
export function readProse(
  text: string,
  { tools }: { tools: readonly string[] },
): Exclude<TextReading, { kind: "action" }> {
  const unreadable = (
    reason: string,
  ): Exclude<TextReading, { kind: "action" }> => ({
    kind: "unreadable",
    text,
    reason,
  });
  const prose = text.trim();
  if (prose === "") return unreadable("The reply is empty.");
  if (isFragment(prose)) return unreadable("The reply was cut off.");
  if (CALL_OPENING.test(prose)) return unreadable("The tool call was cut off.");
  if (PROMPT_PLACEHOLDER.test(prose))
    return unreadable("It repeats the instructions.");
  const [first] = findLabels(prose);
  const isLabelled =
    first !== undefined && prose.slice(0, first.start).trim() === "";
  if (isLabelled && first.kind !== "answer" && first.kind !== "action") {
    const answer = readDueAnswer(prose, first.valueStart);
    return (
      answer ?? unreadable("There is neither an action nor a final answer.")
    );
  }
  const json = /^(?:```(?:json)?\s*)?(?=[{[]\s*["'{[\d\]}])/.exec(prose)?.[0]
    .length;
  if (json !== undefined) return readJson(prose, json, unreadable);
  const finished = /^Finish\[([^\]]+)\]$/i.exec(prose)?.[1];
  if (finished !== undefined) return { kind: "finish", output: finished };
  if (announcesTool(prose, tools))
    return unreadable("It announces a tool but does not use it.");
  return { kind: "finish", output: prose };
}

/** Whether a text is no more than what a label, a tag or JSON begins with. */
export function isFragment(prose: string): boolean {
  return (
    prose.length < 60 && FRAGMENT.test(prose.replace(/^```(?:json)?\s+/, ""))
  );
}

function readDueAnswer(
  prose: string,
  from: number,
): { kind: "finish"; output: string } | undefined {
  const value = prose.slice(from).trim();
  const phrase = ANSWER_DUE.exec(value)?.[0].length;
  const output = phrase === undefined ? "" : value.slice(phrase).trim();
  return output === "" || findLabels(output).length > 0
    ? undefined
    : { kind: "finish", output };
}

function readJson(
  prose: string,
  start: number,
  unreadable: (reason: string) => Exclude<TextReading, { kind: "action" }>,
): Exclude<TextReading, { kind: "action" }> {
  const json = parseLooseJson(prose, start);
  if (json.kind === "cut" || (json.kind === "object" && !json.isClosed))
    return unreadable("The JSON was cut off.");
  const isAlone =
    json.kind === "object" &&
    /^\s*(?:```)?\s*$/.test(prose.slice(json.end, json.end + 100));
  return {
    kind: "finish",
    output: isAlone ? prose.slice(start, json.end) : prose,
  };
}
