import { parseJson } from "./parse-json.ts";
import { parseLooseJson } from "./parse-loose-json.ts";

/** A tool call in a model's own syntax, leaked into its text. */
export type NativeCall =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly input: unknown;
      readonly end: number;
      /** False where only closing brackets are missing. */
      readonly isClosed: boolean;
    }
  | { readonly kind: "cut" };

/** What a native call begins with: Kimi, DeepSeek, Mistral; Llama and Qwen; Anthropic, MiniMax, DeepSeek; GLM. */
export const NATIVE_CALL_START =
  /<\|tool_call_begin\|>|<｜tool▁call▁begin｜>|\[TOOL_CALLS\](?=\s*[\w.-]+\s*(?:\[|\{))|<function[= ]|<(?:｜DSML｜)?invoke\s+name=|<tool_call>(?=\s*[^\s{[<])/;

/** Each with the tool's name; its arguments follow as JSON. */
const JSON_CALLS = [
  /<\|tool_call_begin\|>\s*([^<\n]{1,100}?)\s*<\|tool_call_argument_begin\|>/y,
  /<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?\s*([^<\n`{]{1,100}?)\s*(?:<｜tool▁sep｜>|\n)\s*(?:```(?:json)?)?/y,
  /\[TOOL_CALLS\]\s*([\w.-]{1,100})\s*(?:\[(?:ARGS|CALL_ID)\])?/y,
  /<function(?:=|\s+name=)["']?([^"'>\s]{1,100})["']?>(?=\s*\{)/y,
];
/** Each with the tool's name; its arguments follow as tags of their own. */
const TAG_CALLS = [
  /<function(?:=|\s+name=)["']?([^"'>\s]{1,100})["']?>/y,
  /<(?:｜DSML｜)?invoke\s+name=["']([^"'>]{1,100})["'][^>]{0,40}>/y,
  /<tool_call>\s*([\w.-]{1,100})/y,
];
const PARAMETER =
  /\s*(?:<(?:｜DSML｜)?parameter(?:=|\s+name=)["']?([^"'>\s]{1,100})["']?[^>]{0,40}>([\s\S]*?)<\/(?:｜DSML｜)?parameter>|<arg_key>([\s\S]{1,100}?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>)/y;
const CLOSING =
  /\s*<\/(?:function|(?:｜DSML｜)?invoke|tool_call)>(?:\s*<\/(?:tool_call|(?:｜DSML｜)?function_calls|minimax:tool_call)>)?/y;

/** Reads the call that begins at `start`; `undefined` where its opening does not name a tool. */
export function readNativeCall(
  text: string,
  start: number,
): NativeCall | undefined {
  for (const pattern of JSON_CALLS) {
    const opening = matchAt(pattern, text, start);
    if (opening?.[1] !== undefined)
      return readJsonCall(text, opening[1], start + opening[0].length);
  }
  for (const pattern of TAG_CALLS) {
    const opening = matchAt(pattern, text, start);
    if (opening?.[1] !== undefined)
      return readTagCall(text, opening[1], start + opening[0].length);
  }
  return /^<[|｜]tool/.test(text.slice(start, start + 6))
    ? { kind: "cut" }
    : undefined;
}

function readJsonCall(text: string, tool: string, from: number): NativeCall {
  const start =
    from + (/^\s*/.exec(text.slice(from, from + 100))?.[0].length ?? 0);
  if (text.charAt(start) !== "{") return { kind: "cut" };
  const json = parseLooseJson(text, start);
  if (json.kind !== "object") return { kind: "cut" };
  const end = json.end + (matchAt(CLOSING, text, json.end)?.[0].length ?? 0);
  return {
    kind: "call",
    tool,
    input: json.value,
    end,
    isClosed: json.isClosed,
  };
}

function readTagCall(text: string, tool: string, from: number): NativeCall {
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
  if (closing === undefined) return { kind: "cut" };
  const end = at + closing[0].length;
  return {
    kind: "call",
    tool,
    input: Object.fromEntries(input),
    end,
    isClosed: true,
  };
}

/** Tags say nothing of types: only what can be nothing else is taken for an object or list. */
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
