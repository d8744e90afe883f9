import type { TextReading } from "../styles/agent-style.ts";
import { announcesAnswer, namesOnlyTools } from "./announces-answer.ts";
import { announcesTool } from "./announces-tool.ts";
import { findLabels } from "./labels.ts";
import { parseLooseJson } from "./loose-json.ts";

/**
 * Cut-off beginnings of labels, tags and fences, and fences without content.
 */
const FRAGMENT =
  /^(?:(?:(?:```|~~~)[\w -]{0,30}\n?){1,3}|\w{1,20} =\s*(?:[{[]\s*["'“]?[^\n}\]]{0,60})?|`{1,}\w*\s*`*|<[|｜/]?\w*>?|[{}｛[\]\s"'“`「『\\,.…:/*#<!-]+|[{[｛]{1,2}\s*["'“‘＂「『]?\w*["'”’＂]?\s*:?|thoughts?|action(?: input)?|final(?: answer)?)$/i;
/**
 * The start of a JSON object, or of any object or list in a fence that says
 * nothing else.
 */
const OBJECT_START =
  /^(?:(?:`{1,}|~{3,})(?:json\w*)?\s*(?=[{[])|(?:`{3,}[\w-]*\s*)?(?=[{[]\s*(?:["'“‘＂「『{[\d\]}]|\/[/*]|#|<!--)))/i;
/** Two fixed phrases that precede an answer. */
const ANSWER_DUE =
  /^(?:do i need to use a tool\? no|i now know the final answer)[.,]?[ \t]*\n+/i;
/** A step's words without punctuation. */
const ATTEMPT = /^\W*(?:next )?action\W+\w+\W+(?:action[ _]?)?input\b/i;
const CALL_OPENING =
  /^(?:<(?:\w{1,20}:)?(?:tool_call|function_calls?|invoke|function)\b|\[TOOL_CALLS\])/;
/** A key of a reply format at the start: a broken object. */
const FORMAT_KEY =
  /^[{[｛\s]*["'“‘`「『]?(?:thought|action|tool)[\w -]{0,20}["'”’`」』]\s*[:：]/i;
/** An object or call that begins on the last line of prose. */
const CUT_LINE =
  /\n[ \t]*(?:<[|｜]?\w{0,30}|[{[｛][\s"'“‘＂「『]*\w{0,30}|\[TOOL_CALLS\])$/;
/** `search[tides`, `Lookup[tides]`: a call that cannot be read. */
const OPEN_CALL_OF_TOOL = /^[\s*`-]*([\w-]{1,64})\[[^\]\n]*\]?[`*.]*$/;
const OBJECT_CALL = /\w\[\{\s*["']/;
const PROMPT_PLACEHOLDER =
  /\$(?:TOOL_NAME|INPUT|JSON_BLOB)\b|\bshould be one of \[/;

type Prose = Exclude<TextReading, { kind: "action" }>;

/**
 * Reads a reply that holds no decision: an answer in prose or JSON, or
 * unreadable.
 */
export function readProse(text: string, tools: readonly string[]): Prose {
  const unreadable = (reason: string): Prose => ({
    kind: "unreadable",
    text,
    reason,
  });
  const prose = text.trim();
  if (prose === "") return unreadable("The reply is empty.");
  if (isFragment(prose)) return unreadable("The reply was cut off.");
  if (FORMAT_KEY.test(prose.slice(0, 100)))
    return unreadable("The action is broken.");
  if (CUT_LINE.test(prose.slice(-60))) return unreadable("It was cut off.");
  if (OBJECT_CALL.test(prose))
    return unreadable("It names a tool, but not in the form of an action.");
  if (CALL_OPENING.test(prose)) return unreadable("The tool call was cut off.");
  if (PROMPT_PLACEHOLDER.test(prose))
    return unreadable("It repeats the instructions.");
  const labels = findLabels(prose);
  const isThinking = labels.some(
    ({ kind, isListed }) => kind === "thought" && !isListed,
  );
  const [first] = labels;
  const isLabelled =
    first !== undefined && prose.slice(0, first.start).trim() === "";
  if (isLabelled && first.kind !== "answer" && first.kind !== "action") {
    const answer = readDueAnswer(prose, first.valueStart);
    return (
      answer ?? unreadable("There is neither an action nor a final answer.")
    );
  }
  if (isThinking)
    return unreadable("There is neither an action nor a final answer.");
  const value =
    first?.kind === "action" && isLabelled
      ? prose.slice(first.valueStart).trim()
      : prose;
  const json = OBJECT_START.exec(value)?.[0].length;
  if (json !== undefined) return readJson(value, json, unreadable);
  const opened = OPEN_CALL_OF_TOOL.exec(prose)?.[1] ?? "";
  if (
    /^(?:search|lookup|finish)$/i.test(opened) ||
    namesOnlyTools(opened, tools)
  )
    return unreadable("It names a tool, but not in the form of an action.");
  if (namesOnlyTools(prose, tools) || ATTEMPT.test(prose))
    return unreadable("It names a tool, but not in the form of an action.");
  if (announcesTool(prose, tools))
    return unreadable("It announces a tool but does not use it.");
  if (announcesAnswer(prose))
    return unreadable("It announces an answer but does not give it.");
  return { kind: "finish", output: prose };
}

/** The text is only the beginning of a label, a tag or JSON. */
export function isFragment(prose: string): boolean {
  return (
    prose.length < 60 &&
    [prose, prose.replace(/^```(?:json)?\s+/, ""), undecorate(prose)].some(
      (text) => FRAGMENT.test(text),
    )
  );
}

/**
 * Strips the decoration of a label. Digits alone stay: they may be an answer.
 */
function undecorate(label: string): string {
  return (
    label.replaceAll(
      /^(?:[[【<*_#`>•\s-]|\d{1,2}[.)])+|[\]】>*_`\s:：]+$/g,
      "",
    ) || label
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
  unreadable: (reason: string) => Prose,
): Prose {
  const json = parseLooseJson(prose, start);
  const isComment = /^[{[]\s*(?:\/|#|<!)/.test(prose.slice(start, start + 40));
  // Only JSON that follows its own rules is an answer.
  const isFenced = start > 0 && /^[^]*[}\])(]\s*(?:[`~]*)\s*$/.test(prose);
  if (json.kind === "broken" && (isComment || isFenced))
    return unreadable("The JSON object is broken.");
  if (json.kind === "cut" || (json.kind === "object" && !json.isClosed))
    return unreadable("The JSON was cut off.");
  if (
    json.kind === "object" &&
    Object.keys(json.value).every((key) => /call/i.test(key))
  )
    return unreadable("The JSON object is empty.");
  const isAlone =
    json.kind === "object" &&
    /^\s*(?:```)?\s*$/.test(prose.slice(json.end, json.end + 100));
  return {
    kind: "finish",
    output: isAlone ? prose.slice(start, json.end) : prose,
  };
}
