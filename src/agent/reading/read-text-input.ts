import { parseJson } from "../../text/json.ts";
import { findCodeBlocks } from "./find-code-blocks.ts";
import { parseLooseJson } from "./loose-json.ts";
import { normaliseToolName, resolveTool, splitCall } from "./resolve-tool.ts";

type TextInput =
  | {
      readonly kind: "input";
      readonly value: unknown;
      /** Offset of the input's end in the source. */
      readonly end: number;
      /** Later text cannot belong to it. */
      readonly isClosed: boolean;
    }
  | { readonly kind: "cut" };

/** Unambiguous beginning of JSON: more than a bracket. */
const JSON_BEGINNING =
  /^(?:[{｛]\s*(?:["'“‘＂「『]|\/[/*]|#|<!--|$|[\w ]{1,40}[:：])|\[\s*(?:["'{[“]|-?\d+(?:\.\d+)?\s*[,\]]|$))/;
/** The model waits for the tool's result; some prompts ask for `PAUSE`. */
const PAUSE = /\n\s*(?:\(?PAUSE\)?|Observations?)\s*$/;
/** Marks around the JSON of an input. */
const BEFORE_JSON =
  /^(?:[*_>•→=:：-]|["'“‘「『`(<]|\{\s*(?=\{)|json\b|<\w{1,6}>|(?<=.)\s)+(?=[{｛]|\[\s*[{"])/;
const AFTER_JSON = /^(?:[ \t*_"'”’」』`)>}]|<\/\w{1,6}>)*(?=\n|$)/;
const EXPRESSION = /^[ \t]*(?!\/[/*])[[.+*/%=,|&)]/;
/** A mark before the only line of an input. */
const BEFORE_TEXT =
  /^(?:[ \t]*\n\s*-|\s*(?:[-=]>|\*{1,3}|[•◦‣→➜▶>=:：]))[ \t]+(?=[\p{L}"'“「`][^\n]*$)/u;
const CALL = /^([\w.-]{1,64})\s*\(\s*(?=\{)/;
const PAIRS = ['""', "''", "``", "“”", "‘’", "「」", "『』", "＂＂", "【】"];
const BOLD = /^(\*{2,3})([^*\n]+)\1$/;

/**
 * Reads the text after "Action Input:": JSON as its value, other text verbatim,
 * without a fence or one pair of quotes around it.
 */
export function readTextInput(
  source: string,
  tools: readonly string[],
): TextInput {
  const mark = BEFORE_TEXT.exec(source.trimEnd())?.[0].length ?? 0;
  const start = mark || source.length - source.trimStart().length;
  const text = source.slice(start).replace(PAUSE, "").trimEnd();
  const fenced = /^(?:`{3,}|~{3,})([\w+-]*)[ \t]*\n?/.exec(text);
  if (fenced !== null) return readFenced(source, text, start, fenced[0].length);
  const json = readJson(text, tools) ?? readMarkedJson(text);
  if (json?.kind === "cut") return json;
  if (json !== undefined) return { ...json, end: start + json.end };
  const whole = dropStrayFence(text);
  return {
    kind: "input",
    value: readEncoded(whole) ?? dropQuotes(whole),
    end: start + text.length,
    isClosed: false,
  };
}

/**
 * Drops a fence around the whole or around JSON; one around a part belongs to
 * the text.
 */
function readFenced(
  source: string,
  text: string,
  start: number,
  opening: number,
): TextInput {
  const content = text.slice(opening);
  const json = readJson(content, []) ?? readMarkedJson(content);
  if (json?.kind === "cut") return json;
  if (json !== undefined) {
    const closing = /^\s*(?:```|~~~)/.exec(
      content.slice(json.end, json.end + 100),
    );
    const end = start + opening + json.end + (closing?.[0].length ?? 0);
    return { ...json, end };
  }
  const kind = "input";
  const end = start + text.length;
  const inline = /^```([^`\n]+)```$/.exec(text)?.[1]?.trim();
  if (inline !== undefined) return { kind, value: inline, end, isClosed: true };
  const unclosed = /^```([^`\n]*[^`\n\w+-][^`\n]*)$/.exec(text)?.[1]?.trim();
  if (unclosed !== undefined)
    return { kind, value: unclosed, end, isClosed: false };
  const [block, ...others] = findCodeBlocks(text);
  if (block === undefined) return { kind: "cut" };
  // Words after it explain the block; another block belongs with it.
  const isOnly = others.length === 0;
  const value = isOnly ? text.slice(opening, block.contentEnd).trim() : text;
  const last = isOnly ? start + block.end : source.trimEnd().length;
  return { kind, value, end: last, isClosed: isOnly };
}

/** Reads `search("tides")` in place of a listed tool's name. */
export function readCall(
  written: string,
  tools: readonly string[],
): { tool: string; input: unknown } | undefined {
  const call = splitCall(written);
  const isNote = /\s\([^"'{=]*\)\s*$/.test(written.slice(-300));
  if (call === undefined || isNote || isSignature(call.argument))
    return undefined;
  const tool = resolveTool(call.name, { tools, hasInput: false });
  if (tool.kind !== "tool" || !tools.includes(tool.name)) return undefined;
  const input = readArgument(call.argument, tools);
  return call.argument === "" || input.kind === "cut"
    ? undefined
    : { tool: tool.name, input: input.value };
}

/** `search(query: string)` shows parameters, not an input. */
export function isSignature(argument: string): boolean {
  return /^\w+\s*:\s*(?:str|string|int|integer|number|float|bool|boolean|object|list|array|dict|any)\b/i.test(
    argument,
  );
}

const KEYWORD =
  /\s*(\w{1,40})\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?|true|false)\s*(?:,|$)/iy;

/**
 * Reads the argument of a call, perhaps with keywords:
 * `query="tides", limit=3`.
 */
export function readArgument(
  argument: string,
  tools: readonly string[],
): TextInput {
  const fields: string[] = [];
  KEYWORD.lastIndex = 0;
  for (let end = 0; end < argument.length; end = KEYWORD.lastIndex) {
    const field = KEYWORD.exec(argument);
    if (field === null) return readTextInput(argument, tools);
    fields.push(`"${field[1] ?? ""}": ${field[2] ?? ""}`);
  }
  return readTextInput(
    fields.length === 0 ? argument : `{${fields.join(", ")}}`,
    tools,
  );
}

/** Reads JSON at the start, unless it is part of a longer expression. */
function readJson(
  text: string,
  tools: readonly string[],
): TextInput | undefined {
  const call = CALL.exec(text);
  const name = call?.[1] ?? "";
  const isToolCall =
    normaliseToolName(name, tools) !== undefined || /^[A-Z]\w*$/.test(name);
  const start = call !== null && isToolCall ? call[0].length : 0;
  if (!JSON_BEGINNING.test(text.slice(start, start + 60))) return undefined;
  const json = parseLooseJson(text, start);
  if (json.kind === "cut")
    return looksLikeWords(text) ? undefined : { kind: "cut" };
  if (json.kind !== "object") return undefined;
  const closer =
    start > 0 ? /^\s*\)/.exec(text.slice(json.end, json.end + 100)) : null;
  const end = json.end + (closer?.[0].length ?? 0);
  if (start > 0 && closer === null && json.isClosed) return undefined;
  const rest = text.slice(end, end + 40);
  const { value, isClosed } = json;
  return EXPRESSION.test(rest) && !AFTER_JSON.test(rest)
    ? undefined
    : { kind: "input", value, end, isClosed };
}

/** Reads JSON inside bold, quotes or doubled braces, or after a bullet. */
function readMarkedJson(text: string): TextInput | undefined {
  const mark = BEFORE_JSON.exec(text.slice(0, 60))?.[0] ?? "";
  const json = mark === "" ? undefined : readJson(text.slice(mark.length), []);
  if (json?.kind !== "input") return json;
  const end = mark.length + json.end;
  const after = AFTER_JSON.exec(text.slice(end, end + 40))?.[0];
  if (after === undefined && /["'“‘「『`]/.test(mark)) return undefined;
  return { ...json, end: end + (after?.length ?? 0) };
}

/** `{harbour depth` has no key: text in braces rather than truncated JSON. */
function looksLikeWords(text: string): boolean {
  return /^\{[^"'“‘＂「『:：]*$/.test(text.slice(0, 500));
}

/** Decodes JSON that was encoded twice: `"{\"a\": 1}"`. */
function readEncoded(text: string): unknown {
  if (!text.startsWith('"{') && !text.startsWith('"[')) return undefined;
  const decoded = parseJson(text);
  return typeof decoded === "string" ? parseJson(decoded) : undefined;
}

/**
 * Drops one pair around the whole; keeps quotes that belong to parts of the
 * text.
 */
function dropQuotes(text: string): string {
  const bold = BOLD.exec(text)?.[2]?.trim();
  if (bold !== undefined) return dropQuotes(bold);
  const pair = PAIRS.find(
    ([opening = "", closing = ""]) =>
      text.length > 1 && text.startsWith(opening) && text.endsWith(closing),
  );
  if (pair === undefined) return dropUnpairedQuote(text);
  const inner = text.slice(1, -1);
  const hasMore = new RegExp(
    `(?<!\\\\)[${pair}](?![\\p{L}])|(?<![\\p{L}\\\\])[${pair}]`,
    "u",
  ).test(inner);
  return hasMore ? text : inner.trim();
}

/** Drops an unpaired quote. After a number it means inches, and stays. */
function dropUnpairedQuote(text: string): string {
  if (text.length < 2 || text.includes("\n")) return text;
  const quotes = text.match(/["“”＂]/g)?.length ?? 0;
  if (quotes === 1)
    return text.replace(/^["“”＂]|(?<=[^\d\s])["“”＂]$/, "").trim();
  return quotes === 2 ? text.replace(/^["“]([\s\S]*)["”]$/, "$1").trim() : text;
}

/** Drops the closing fence of a block that began before the input. */
function dropStrayFence(text: string): string {
  return text.endsWith("\n```") && text.split("```").length % 2 === 0
    ? text.slice(0, -4).trimEnd()
    : text;
}
