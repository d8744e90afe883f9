import type { TextReading } from "../styles/agent-style.ts";
import { cleanReply } from "./clean-reply.ts";
import { findDecision } from "./find-decision.ts";
import { holdsFormatParts, type Place } from "./format-parts.ts";
import { LABEL_NAMES } from "./label-names.ts";
import { findLabels, type Decision, type Label } from "./labels.ts";
import { readProse } from "./read-prose.ts";
import { readCall } from "./read-text-input.ts";

interface ReadOptions {
  tools: readonly string[];
  isCut?: boolean;
}

/**
 * Interprets a complete reply in any format: the first action or answer, else
 * prose as the answer, else unreadable with a reason for the model. An unknown
 * tool's name is still an action if it looks like a name. Never throws; linear
 * in the reply's length.
 * @param isCut the reply hit a length limit, so a part that reaches its end is
 *   unreadable unless certainly complete
 */
export function readReply(
  text: string,
  { tools, isCut = false }: ReadOptions,
): TextReading {
  const clean = cleanReply(text);
  const { reading, place } = readClean(clean, text, { tools, isCut });
  return reading.kind === "finish" &&
    (clean.isMixed || holdsFormatParts(reading.output, { tools, place }))
    ? { kind: "unreadable", text, reason: MIXED }
    : reading;
}

/**
 * Interprets the beginning of a reply. Does not check the answer for parts of a
 * format, since later text may justify them.
 */
export function readBeginning(text: string, options: ReadOptions): TextReading {
  return readClean(cleanReply(text), text, options).reading;
}

/** Labels on the same line as the thought before them. */
const INLINE_LABEL = new RegExp(
  `(?:(?<![ \\t])[ \\t]+(?=\\*{0,2}(?:Final Answer|Action|Action Input|Observation)\\*{0,2}[:：])|(?<=[.!?。！？；,，:：*])[ \\t]*(?=\\*{0,2}(?:${[...LABEL_NAMES.answer, ...LABEL_NAMES.final].join("|")})\\*{0,2}[:：]\\*{0,2}[ \\t]*\\S))`,
  "gi",
);
const MAX_THOUGHT = 600;
const FENCE_LINE = /^[ \t]*`{3,}\w*[ \t]*$/gm;
const MAX_INLINE_LENGTH = 64 * 1024;

/** The reason if a reply hit the length limit while incomplete. */
export const CUT_OFF =
  "It was cut off at the length limit. Write a shorter one.";
const MIXED = "It mixes parts of the format with an answer.";

/** Searches for a decision; also returns where the answer was found. */
function readClean(
  clean: ReturnType<typeof cleanReply>,
  text: string,
  { tools, isCut = false }: ReadOptions,
): { reading: TextReading; place: Place } {
  const isEndMissing = isCut && !clean.isEnded;
  const cutOff: TextReading = { kind: "unreadable", text, reason: CUT_OFF };
  const read = (source: string) => {
    const decision = findDecision(source, { tools, ...clean });
    if (decision === undefined) return undefined;
    const isInObject = decision.kind === "answer" && decision.isInObject;
    const place: Place = isInObject === true ? "object" : "label";
    return decision.isOpen === true && isEndMissing
      ? { reading: cutOff, place }
      : { reading: toReading(decision, source, text), place };
  };

  const found = read(clean.text);
  const decided =
    found === undefined
      ? readBareCall(clean.text, tools)
      : found.place === "label" && found.reading.kind === "finish"
        ? readCallLine(textBeforeAnswer(clean.text), tools)
        : undefined;
  const first = decided ?? found;
  if (first !== undefined) return first;
  const prose = readProse(clean.text, tools);
  const place = "prose";
  if (prose.kind === "finish")
    return { reading: isEndMissing ? cutOff : prose, place };
  const lines = clean.text
    .slice(0, MAX_INLINE_LENGTH)
    .replaceAll(FENCE_LINE, "")
    .replaceAll(INLINE_LABEL, "\n");
  const reading = isEndMissing ? cutOff : { ...prose, text };
  return read(lines) ?? { reading, place };
}

function textBeforeAnswer(text: string): string {
  const isAnswer = ({ kind }: Label): boolean =>
    kind === "final" || kind === "answer" || kind === "action";
  return text.slice(0, findLabels(text).find(isAnswer)?.start ?? 0);
}

/** Code that consists of one call, as some models are trained to write. */
const CALL_CODE =
  /^(?:```(?:tool_code|python|py)?[ \t]*\n|<(?:function|tool)_calls?>)?\s*(?:print\(\s*(?=[\w.]+\()(?=[^]*\)\s*\)))?([\w.-]{1,80}\s*(?:\([^]*\)|\{[^]*\}))\s*(?:\n```|<\/\w+>)?$/;
/** A block in this language is never an example. */
const TOOL_CODE = /^```tool_code[^]*/m;
/**
 * A call on a line of its own, or after a sentence, that ends the reply or is
 * followed by its imagined result or more calls.
 */
const CALL_LINE =
  /(?<before>^|\n|[.!。！] )[ \t]*(?:[-*•>]|\d{1,2}[.)])?[ \t]*[*`]{0,3}(?<call>[\w-]{1,64} ?(?:\[[^\n]*\]|【[^\n]*】|［[^\n]*］|（[^\n]*）|\([^\n]*\)))[*`.。]{0,3}[ \t]*(?=$|\n\s*(?:$|\W{0,4}(?:observation|result|thought|观察|[\w-]{1,64}[[(])))/i;
const FIRST_OF_TWO = /^([\w-]{1,64} ?\[[^\][]*\])[ ,;].*[\])]$/;
const MAX_CALL_LENGTH = 32 * 1024;

/**
 * Reads a reply that is only a call of a listed tool:
 * `functions.search({"query": "tides"})`.
 */
function readBareCall(
  text: string,
  tools: readonly string[],
): { reading: TextReading; place: Place } | undefined {
  if (text.length > MAX_CALL_LENGTH || !/[({[【［（]/.test(text))
    return undefined;
  const code = (TOOL_CODE.exec(text)?.[0] ?? text).trim();
  const isPrinted = /^\W*(?:\w+\s+)?print\(/.test(code);
  const source = code.replace(/^\[([^]*)\]$/, "$1");
  const found = CALL_CODE.exec(source)?.[1] ?? "";
  const written = isPrinted ? found.replace(/\s*\)$/, "") : found;
  const call = readCall(written, tools);
  if (call === undefined) return readCallLine(text, tools);
  const action = { ...call, start: 0, end: text.length };
  return { reading: readAction(text, action), place: "prose" };
}

/** Reads `Search[tides]` and `Finish[yes]` below a thought or alone. */
function readCallLine(
  text: string,
  tools: readonly string[],
): { reading: TextReading; place: Place } | undefined {
  const found = CALL_LINE.exec(text.replaceAll(FENCE_LINE, "").trim());
  const { before = "", call: line = "" } = found?.groups ?? {};
  const written = FIRST_OF_TWO.exec(line)?.[1] ?? line;
  const thought = found?.input.slice(0, found.index + before.length) ?? "";
  // An explanation may end with a call, too.
  const isExample = /[:：]\s*$/.test(thought) || thought.length > MAX_THOUGHT;
  if (found === null || isExample) return undefined;
  const answer = /^finish ?\[([^]+)\]$/i.exec(written)?.[1];
  if (answer !== undefined)
    return { reading: { kind: "finish", output: answer }, place: "label" };
  const call = readCall(written, tools);
  if (call === undefined) return undefined;
  const action = { ...call, start: thought.length, end: found.input.length };
  const reading = readAction(found.input, {
    ...action,
    end: found.index + found[0].length,
  });
  return { reading, place: "prose" };
}

/** `source`: the text that contains the decision. */
function toReading(
  decision: Decision,
  source: string,
  reply: string,
): TextReading {
  switch (decision.kind) {
    case "action":
      return readAction(source, decision);
    case "answer":
      return { kind: "finish", output: decision.output };
    case "unreadable":
      return { kind: "unreadable", text: reply, reason: decision.reason };
  }
}

function readAction(
  text: string,
  action: Omit<Extract<Decision, { kind: "action" }>, "kind">,
): TextReading {
  const { tool, start, end, isNative = false } = action;
  const input = action.input ?? "";
  const before = text.slice(0, start);
  const thought = action.thought || readThought(before);
  const written = isNative
    ? `${thought}\n${JSON.stringify({ action: tool, action_input: input })}`
    : text.slice(0, end);
  return {
    kind: "action",
    action: { tool, input, thought, text: written.trim() },
  };
}

const LABEL =
  /^[ \t]*[*#]*[ \t]*(?:(?:thought|thinking|reasoning|思考|想法)s?[ \t]*\d{0,3}[ \t]*\**[ \t]*[:：]|(?:action|行动)[ \t]*\d{0,3}[ \t]*\**[ \t]*[:：]|(?<=#[ \t]*)(?:thought|action)s?[ \t]*$)[ \t]*\**[ \t]*/gimu;
/** What may open before an object. */
const OPENING =
  /(?:```\w*|<[\w:]{1,40}>|\[TOOL_CALLS\]|\bjson|[[{]\s*(?:"\w{1,20}"\s*:\s*\[?)?|[`\s])$/;

/** The reasoning before an action, without its labels. */
function readThought(before: string): string {
  let thought = before.replaceAll(LABEL, "").trim();
  // An opening, its fence and its bracket: never more than a few.
  for (let count = 0; count < 4; count++) {
    const rest = thought.slice(-60).replace(OPENING, "");
    thought = `${thought.slice(0, -60)}${rest}`.trimEnd();
  }
  return thought;
}
