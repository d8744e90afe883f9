import { parseJson } from "../../text/json.ts";
import { readActionObject } from "./action-object.ts";
import {
  decided,
  REPEATS_EXAMPLE,
  unreadable,
  type Decided,
  type Decision,
  type Label,
} from "./labels.ts";
import { parseLooseJson } from "./loose-json.ts";
import { resolveTool } from "./resolve-tool.ts";

/**
 * Result of reading at one offset. `fallback`: the decision if nothing else is
 * found.
 */
export type ObjectFinding =
  | Decided
  | {
      readonly kind: "none";
      readonly next: number;
      readonly isFailure: boolean;
      readonly fallback?: Decision;
    };

const FORMAT_KEY =
  /^\{\s*(?:\/\/[^\n]*\s*)?["'“‘`＂「『]?(?:action|tool|thought|function)[\w -]{0,20}["'”’`＂」』]?\s*[:："'“]/i;
/** A wrapper that may be incomplete while its inner objects are complete. */
const WRAPPER =
  /^\{\s*["']?(?:tool_?calls?|function_?calls?|actions?|calls)["']?\s*:\s*\[?\s*(?=\{)/i;

export function readObjectAt(
  text: string,
  start: number,
  {
    tools,
    previous,
  }: { tools: readonly string[]; previous: Label | undefined },
): ObjectFinding {
  if (!/[{｛]/.test(text.charAt(start)))
    return readNativeAt(text, start, tools);
  const json = parseLooseJson(text, start);
  if (json.kind !== "object") {
    const head = text.slice(start, start + 200);
    const wrapper = WRAPPER.exec(head);
    if (wrapper !== null)
      return none(start + wrapper[0].length, { isFailure: true });
    const isOwn =
      FORMAT_KEY.test(head) ||
      readActionObject(json.value, { tools }).kind === "action";
    return isOwn
      ? unreadable(problemOf(json.kind), { isOpen: json.kind === "cut" })
      : none(start + 1, { isFailure: true });
  }
  const { end, isClosed, value } = json;
  const isOpen = !isClosed;
  const reading = readActionObject(value, { tools });
  if (reading.kind === "other") return none(end);
  const place = placeOf(text, { start, end, previous });
  if (place === "quoted") return none(end);
  switch (reading.kind) {
    case "action": {
      if (isOpen && !reading.hasInput)
        return unreadable(problemOf("cut"), { isOpen });
      const decision: Decision = {
        ...reading,
        start,
        end: endOf(text, start, end),
        isOpen,
      };
      return place === "in-thought"
        ? none(end, { fallback: decision })
        : decided(decision);
    }
    case "answer":
      return decided({
        ...reading,
        isOpen,
        isInObject: parseJson(text.slice(start, end)) !== undefined,
      });
    case "unreadable":
      return decided({ ...reading, isOpen });
    case "placeholder":
      return none(end, {
        fallback: { kind: "unreadable", reason: REPEATS_EXAMPLE },
      });
    case "fragment":
      return place === "alone"
        ? unreadable('The JSON object has no "action".', { isOpen })
        : none(end);
  }
}

function readNativeAt(
  text: string,
  start: number,
  tools: readonly string[],
): ObjectFinding {
  const opening = findOpening(text, start);
  const isCut = text.startsWith("<|tool", start);
  if (opening === undefined && !isCut) return none(start + 1);
  const call = opening?.readInput(text, start + opening.length);
  if (opening === undefined || call === undefined)
    return unreadable("The tool call was cut off.", { isOpen: true });
  const tool = resolveTool(opening.tool, { tools, hasInput: true });
  if (tool.kind !== "tool")
    return unreadable("The tool call names no tool.", { isOpen: false });
  const { input, end, isClosed } = call;
  return decided({
    kind: "action",
    tool: tool.name,
    input,
    start,
    end,
    isNative: true,
    isOpen: !isClosed,
  });
}

/**
 * `quoted`: in quotes, or within a sentence of a thought, which only mentions
 * it.
 */
function placeOf(
  text: string,
  {
    start,
    end,
    previous,
  }: { start: number; end: number; previous: Label | undefined },
): "alone" | "free" | "in-thought" | "quoted" {
  const lineStart = Math.max(
    text.lastIndexOf("\n", start - 1) + 1,
    previous !== undefined && previous.valueStart <= start
      ? previous.valueStart
      : 0,
    start - 500,
  );
  const before = text.slice(lineStart, start).trim();
  const after =
    /^[^\n]{0,200}/.exec(text.slice(end, end + 200))?.[0].trim() ?? "";
  const isInSentence =
    /[^`[\s]/.test(before.replace(/^`{3,}\w*/, "")) && /[\p{L}\d]/u.test(after);
  const isInQuotes = /(?<!`)[`'"“]$/.test(before) && /^[`'"”](?!`)/.test(after);
  const isThought = previous?.kind === "thought";
  if (isInSentence && (isThought || isInQuotes)) return "quoted";
  if (isThought && before !== "" && !before.endsWith("```"))
    return "in-thought";
  const isFirst =
    /^[\s`~[]*(?:(?<=[`~])[\w -]{1,20}|json)?[\s`~]*(?:json)?\s*$/i.test(
      text.slice(0, Math.min(start, 200)),
    ) && start < 200;
  return isFirst && /^[\s`\]]*$/.test(text.slice(end, end + 200))
    ? "alone"
    : "free";
}

/**
 * Extends the end over a closing fence or tag if the opening one precedes the
 * object.
 */
function endOf(text: string, start: number, end: number): number {
  const before = text.slice(Math.max(0, start - 40), start);
  const after = text.slice(end, end + 40);
  const closing = before.trimEnd().endsWith("<tool_call>")
    ? /^\s*<\/tool_call>/.exec(after)
    : /```\w*\s*$/.test(before)
      ? /^\s*```/.exec(after)
      : null;
  return end + (closing?.[0].length ?? 0);
}

function problemOf(kind: "cut" | "broken"): string {
  return kind === "cut"
    ? "The JSON object was cut off."
    : "The JSON object is broken.";
}

function none(
  next: number,
  {
    isFailure = false,
    fallback,
  }: { isFailure?: boolean; fallback?: Decision } = {},
): ObjectFinding {
  return { kind: "none", next, isFailure, ...(fallback && { fallback }) };
}

/**
 * Input of a tool call in a model's native syntax, leaked into its text;
 * `undefined` if it was cut off.
 */
type NativeInput =
  | {
      readonly input: unknown;
      /** End of the call. */
      readonly end: number;
      /** False if closing brackets are missing. */
      readonly isClosed: boolean;
    }
  | undefined;

/**
 * Starts of native calls: Kimi, DeepSeek, Mistral; Llama and Qwen; Anthropic,
 * MiniMax, DeepSeek; GLM.
 */
export const NATIVE_CALL_START =
  /<\|tool_call_begin\|>|\[TOOL_CALLS\](?=\s*[\w.-]+\s*(?:\[|\{))|<function[= ]|<(?:\w{1,20}:)?invoke\s+name=|<tool_call>(?=\s*[^\s{[<])/;

/** Calls with JSON arguments; the group is the tool's name. */
const JSON_CALLS = [
  /<\|tool_call_begin\|>(?:function<\|tool_sep\|>)?\s*([^<\n`{]{1,100}?)\s*(?:<\|tool_(?:sep|call_argument_begin)\|>|\n)\s*(?:```(?:json)?)?/y,
  /\[TOOL_CALLS\]\s*([\w.-]{1,100})\s*(?:\[(?:ARGS|CALL_ID)\])?/y,
  /<function(?:=|\s+name=)["']?([^"'>\s]{1,100})["']?>(?=\s*\{)/y,
];
/** Calls with a tag per argument; the group is the tool's name. */
const TAG_CALLS = [
  /<function(?:=|\s+name=)["']?([^"'>\s]{1,100})["']?>/y,
  /<(?:\w{1,20}:)?invoke\s+name=["']([^"'>]{1,100})["'][^>]{0,40}>/y,
  /<tool_call>\s*([\w.-]{1,100})/y,
];
const PARAMETER =
  /\s*(?:<(?:\w{1,20}:)?parameter(?:=|\s+name=)["']?([^"'>\s]{1,100})["']?[^>]{0,40}>([\s\S]*?)<\/(?:\w{1,20}:)?parameter>|<arg_key>([\s\S]{1,100}?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>)/y;
const CLOSING =
  /\s*<\/(?:\w{1,20}:)?(?:function|invoke|tool_call)>(?:\s*<\/(?:\w{1,20}:)?(?:tool_calls?|tool_use|function_calls)>)?/y;

const CALLS = [
  ...JSON_CALLS.map((pattern) => ({ pattern, readInput: readJsonInput })),
  ...TAG_CALLS.map((pattern) => ({ pattern, readInput: readTagInput })),
];

/** The opening of the call at `start`. */
function findOpening(text: string, start: number) {
  for (const { pattern, readInput } of CALLS) {
    const [opening, tool] = matchAt(pattern, text, start) ?? [];
    if (opening !== undefined && tool !== undefined)
      return { tool, length: opening.length, readInput };
  }
  return undefined;
}

function readJsonInput(text: string, from: number): NativeInput {
  const start =
    from + (/^\s*/.exec(text.slice(from, from + 100))?.[0].length ?? 0);
  if (text.charAt(start) !== "{") return undefined;
  const json = parseLooseJson(text, start);
  if (json.kind !== "object") return undefined;
  const { value: input, isClosed } = json;
  const end = json.end + (matchAt(CLOSING, text, json.end)?.[0].length ?? 0);
  return { input, end, isClosed };
}

function readTagInput(text: string, from: number): NativeInput {
  const input: [string, unknown][] = [];
  let at = from;
  for (;;) {
    const parameter = matchAt(PARAMETER, text, at);
    if (parameter === undefined) break;
    const [typed, name, value, otherName, otherValue] = parameter;
    input.push([
      (name ?? otherName ?? "").trim(),
      readParameter(value ?? otherValue ?? ""),
    ]);
    at += typed.length;
  }
  const closing = matchAt(CLOSING, text, at);
  return (
    closing && {
      input: Object.fromEntries(input),
      end: at + closing[0].length,
      isClosed: true,
    }
  );
}

/** Tags carry no types, so only valid JSON of an object or list is parsed. */
function readParameter(source: string): unknown {
  const text = source.replace(/^\n|\n$/g, "");
  if (!/^\s*[{[]/.test(text)) return text;
  return parseJson(text) ?? text;
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
