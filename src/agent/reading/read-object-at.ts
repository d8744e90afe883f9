import type { Decision } from "./decision.ts";
import type { Label } from "./find-labels.ts";
import { REPEATS_EXAMPLE } from "./label-finding.ts";
import { parseLooseJson } from "./parse-loose-json.ts";
import { readActionObject } from "./read-action-object.ts";
import { readNativeCall } from "./read-native-call.ts";
import { resolveTool } from "./resolve-tool.ts";

/** What reading at one place of a reply came to. `fallback`: what to say if nothing else is found. */
export type ObjectFinding =
  | { readonly kind: "decision"; readonly decision: Decision }
  | {
      readonly kind: "none";
      /** Where to go on. */
      readonly next: number;
      readonly isFailure: boolean;
      readonly fallback?: Decision;
    };

const OWN_KEY =
  /^\{\s*(?:\/\/[^\n]*\s*)?["'“‘`＂]?(?:action|tool|thought|function)[\w -]{0,20}["'”’`＂]?\s*[:："'“]/i;
/** A wrapper whose inner objects may be complete where it is not. */
const WRAPPER =
  /^\{\s*["']?(?:tool_?calls?|function_?calls?|actions?|calls)["']?\s*:\s*\[?\s*(?=\{)/i;

/** Reads the object, or the native call, that begins at `start`. */
export function readObjectAt(
  text: string,
  start: number,
  {
    tools,
    previous,
  }: { tools: readonly string[]; previous: Label | undefined },
): ObjectFinding {
  if (text.charAt(start) !== "{") return readNativeAt(text, start, tools);
  const json = parseLooseJson(text, start);
  if (json.kind !== "object") {
    const head = text.slice(start, start + 200);
    const wrapper = WRAPPER.exec(head);
    if (wrapper !== null)
      return none(start + wrapper[0].length, { isFailure: true });
    const isOwn =
      OWN_KEY.test(head) ||
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
        : { kind: "decision", decision };
    }
    case "answer":
    case "unreadable":
      return { kind: "decision", decision: { ...reading, isOpen } };
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
  const call = readNativeCall(text, start);
  if (call === undefined) return none(start + 1);
  if (call.kind === "cut")
    return unreadable("The tool call was cut off.", { isOpen: true });
  const tool = resolveTool(call.tool, { tools, hasInput: true });
  if (tool.kind !== "tool")
    return unreadable("The tool call names no tool.", { isOpen: false });
  const { input, end, isClosed } = call;
  return {
    kind: "decision",
    decision: {
      kind: "action",
      tool: tool.name,
      input,
      thought: "",
      start,
      end,
      isNative: true,
      isOpen: !isClosed,
    },
  };
}

/** Where an object stands: `quoted` in the middle of a thought's sentence, or in quotes, it is only spoken of. */
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
    /^[\s`[]*(?:json)?\s*$/.test(text.slice(0, Math.min(start, 200))) &&
    start < 200;
  return isFirst && /^[\s`\]]*$/.test(text.slice(end, end + 200))
    ? "alone"
    : "free";
}

/** With the fence, tag or bracket that closes what was opened before the object. */
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

function unreadable(
  reason: string,
  { isOpen }: { isOpen: boolean },
): ObjectFinding {
  return { kind: "decision", decision: { kind: "unreadable", reason, isOpen } };
}

function none(
  next: number,
  {
    isFailure = false,
    fallback,
  }: { isFailure?: boolean; fallback?: Decision } = {},
): ObjectFinding {
  return fallback === undefined
    ? { kind: "none", next, isFailure }
    : { kind: "none", next, isFailure, fallback };
}
