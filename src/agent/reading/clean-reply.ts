import { parseJson } from "../../text/json.ts";
import type { LabelKind } from "./label-names.ts";
import { findLabels, readLabel } from "./labels.ts";
import { labelTags } from "./step-tags.ts";
import { tidyMarkup } from "./tidy-markup.ts";

/** Zero-width space and word joiner. `trim` removes the byte-order mark. */
const INVISIBLE = "\u200B\u2060";
const WRAPPER =
  /^<(response|answer|final_answer|output|reply)>([\s\S]*?)(?:<\/\1>)?$/i;
const ROLE = /^(?:assistant|ai|bot|answer|response)[ \t]*[:：=]\s*/i;
const FORMAT =
  /^(?:[`~{｛<]|\[(?:\{|TOOL_CALLS\])|json\s*[{[]|[\w-]{1,64}\[|\w{1,20} = \{)/;
const TEXT_FENCE =
  /^```(?:text|txt|plaintext|markdown|md|react|xml)?[ \t]*\n(?=[ \t*#]*(?:question|thought|action|final answer|<(?:tool_call|function|invoke))\b)/i;

/**
 * Removes reasoning blocks, leaked special tokens, further turns, and a wrapper
 * around the whole. `isReasoning`: the text comes from a reasoning block, so
 * only labelled lines may count as a decision. `isEnded`: the model ended its
 * turn before the end of the reply. `isMixed`: unknown tokens, or those of a
 * call, structure the text.
 */
export function cleanReply(reply: string) {
  const turn = takeFirstTurn(tidyMarkup(reply.replaceAll(/\r\n?/g, "\n")));
  const { text, isReasoning } = dropReasoning(labelTags(turn.text));
  const trimmed = trimInvisible(text);
  const unwrapped = WRAPPER.exec(trimmed)?.[2] ?? trimmed;
  const decoded = decodeEncoded(trimInvisible(unwrapped));
  const { isEnded, isMixed } = turn;
  const whole = dropTextFence(dropRole(decoded));
  return { text: whole, isReasoning, isEnded, isMixed };
}

/**
 * Drops a role's name before a format. Before other text it is the label of an
 * answer, and stays.
 */
function dropRole(text: string): string {
  const role = ROLE.exec(text.slice(0, 100))?.[0] ?? "";
  const rest = text.slice(role.length, role.length + 200);
  const [line = ""] = rest.split("\n", 1);
  const label = readLabel(line, { isWhole: true });
  const isLabel =
    label !== undefined && label !== "open" && label.kind !== "answer";
  return FORMAT.test(rest) || isLabel ? text.slice(role.length) : text;
}

/**
 * Decodes an object that was escaped as if inside JSON, `"{\"action\": …}"` or
 * `{\"action\": …}`, perhaps in a fence.
 */
function decodeEncoded(text: string): string {
  const start = text.indexOf("{");
  if (
    start === -1 ||
    !/^\{\s{0,9}(?:\\n\s{0,9})?\\"/.test(text.slice(start, start + 24))
  )
    return text;
  const end = text.lastIndexOf("}") + 1;
  const decoded = parseJson(
    `"${text.slice(start, end).replaceAll("\n", "\\n")}"`,
  );
  if (typeof decoded !== "string") return text;
  const before = text.slice(0, start).replace(/"$/, "");
  const after = text.slice(end);
  return (
    before + decoded + (before.length < start ? after.replace(/^"/, "") : after)
  );
}

function trimInvisible(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isInvisible(text.charAt(start))) start++;
  while (start < end && isInvisible(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isInvisible(character: string): boolean {
  return INVISIBLE.includes(character) || character.trim() === "";
}

/** Drops a fence around the whole turn, but not around a part. */
function dropTextFence(text: string): string {
  if (!TEXT_FENCE.test(text)) return text;
  const content = text.replace(TEXT_FENCE, "");
  return content.endsWith("\n```") ? content.slice(0, -4) : content;
}

export const REASONING_NAMES =
  "think|thinking|thought|reasoning|reflection|scratchpad|seed:think";
/**
 * Opens or closes a reasoning block. In quotes or backticks the text only
 * mentions the tag.
 */
export const REASONING_TAG = new RegExp(
  `(?<![\`"'])(?:<(/)?(?:${REASONING_NAMES})>|◁(/)?think▷|\\[(/)?THINK\\])(?![\`"':：])`,
  "gi",
);
const THINKING_BLOCK =
  /^\s*(`{3,})(?:vis-thinking|thinking|think)[ \t]*\n[\s\S]*?\n[ \t]*\1[ \t]*(?:\n|$)/;
const BLANKS = /^[\s\u200B\u2060]+/;
const OBJECT_LINE = /^(?:`{3,}(?:json)?$|[`[\s]*(?:json)?\s*\{)/;
const OBJECT = /\{\s*["'“]/;
/** A reply with more tags is broken anyway; the others stay text. */
const MAX_TAGS = 1_000;
const DECISIONS: readonly LabelKind[] = ["action", "final", "answer"];

/**
 * Removes reasoning blocks. If nothing else remains, or a block is never
 * closed, labelled lines inside count as the reply.
 */
export function dropReasoning(reply: string): {
  text: string;
  isReasoning: boolean;
} {
  const text = reply.replace(THINKING_BLOCK, "");
  let outside = "";
  let inside = "";
  let isInside = false;
  let isGiven = false;
  let from = 0;
  let tags = 0;
  for (const match of text.matchAll(REASONING_TAG)) {
    if (++tags > MAX_TAGS) break;
    const isClosing = (match[1] ?? match[2] ?? match[3]) !== undefined;
    if (!isClosing && !isInside && !startsLine(text, match.index)) continue;
    const piece = text.slice(from, match.index);
    if (isClosing && !isInside) {
      isGiven ||= isReply(outside + piece);
      if (isGiven) continue;
      inside = outside + piece;
      outside = "";
    } else if (isInside) inside += piece;
    else outside += piece;
    isInside = !isClosing;
    from = match.index + match[0].length;
  }
  if (isInside) inside += text.slice(from);
  else outside += text.slice(from);
  if (outside.trim() === "" && holds(inside, ["action", "final"]))
    return { text: inside, isReasoning: true };
  return { text: outside, isReasoning: false };
}

/** The tag at `index` starts a line or follows another tag. */
function startsLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 40), index);
  return /(?:^|\n|>)[\s\u200B\uFEFF]*$/.test(before);
}

/**
 * Starts in a reply format and holds a decision, unlike reasoning whose opening
 * tag was in the prompt.
 */
function isReply(text: string): boolean {
  const [first = "", second = ""] = text
    .replace(BLANKS, "")
    .slice(0, 2_000)
    .split(/\n\s*/, 2);
  const isFormat = [first, second].some(
    (line) =>
      OBJECT_LINE.test(line) ||
      readLabel(line, { isWhole: true }) !== undefined,
  );
  return isFormat && (OBJECT.test(text) || holds(text, DECISIONS));
}

function holds(text: string, kinds: readonly LabelKind[]): boolean {
  return findLabels(text).some(({ kind }) => kinds.includes(kind));
}

/** `<|im_end|>` and the like, which never occur in natural text. */
export const SPECIAL_TOKEN =
  /<\|([\w.:/-]{1,40})\|>|<(start_of_turn|end_of_turn|eos|bos)>|(?<!\S)<(s)>|<(\/s)>(?=[\s\u200B\u2060]*(?:$|<s>|\n))|\[(\/?INST)\]/g;
const ROLE_NAME =
  /^\s*(user|human|system|developer|tool|observation|assistant|model|ai)\b[ \t]*\n?/i;
const ROLE_TOKEN = /^(?:user|human|system|observation|assistant)$/i;
/** A role's name in plain text after one of these opens that role's turn. */
const ROLE_OPENER =
  /^(?:im_start|start_header_id|start_of_turn|start|im_end|eot_id|end_of_turn|end)$/;
const END_OF_TEXT = /^(?:endoftext|end_of_text|end_of_sentence|eos|\/s)$/;
/** Kept for the reader of native tool calls. */
const NATIVE_CALL = /^tool_(?:call_begin|call_argument_begin|sep)$/;
const KNOWN =
  /^(?:im_|eo[mst]|bo[st]|start|end|begin|pad|message|channel|constrain|return|call$|assistant|user|system|human|observation|python_tag|reserved|fim_|unk|\/?s$|\/?INST)/i;
const CALL = /tool|function|action|call(?!$)/i;
const HARMONY_CALL =
  /^\s*(?:commentary|analysis)?\s*to=(?:functions\.)?([\w.-]+)/;
/** Some servers strip a part of the tokens. */
const BARE_HARMONY_CALL = /^\s*(?:commentary|analysis)?\s*to=functions\./;
const BARE_ANALYSIS = /^\s*analysis[^]*?assistantfinal/;
/** The tool may also be named before the channel. */
const RECIPIENT = /( to=functions\.[\w.-]{1,100})(<\|channel\|>\w+)/g;
const REASONING_TOKEN = /^(?:start|begin|(end))_(?:of_)?(?:thinking|thought)$/i;

/**
 * Extracts the assistant's first turn, without special tokens: drops later
 * turns, and other roles' turns before it. Drops the `analysis` channel of
 * Harmony and turns its calls into `<function=…>`
 * (https://github.com/openai/harmony).
 */
function takeFirstTurn(written: string) {
  const reply = BARE_HARMONY_CALL.test(written.slice(0, 100))
    ? `<|channel|>${written}`
    : written.replace(BARE_ANALYSIS, "").replaceAll(RECIPIENT, "$2$1 ");
  let kept = "";
  /**
   * `kept` has more than whitespace; tracked to avoid rescanning it after each
   * token.
   */
  let hasText = false;
  let from = 0;
  let isSkipping = false;
  let isHeader = false;
  let isMixed = false;
  /** An unknown token precedes this part of the text. */
  let isParted = false;
  const keep = (until: number): void => {
    if (isSkipping) return;
    const piece = reply.slice(from, until);
    kept += piece;
    if (piece.trim() === "") return;
    hasText = true;
    isMixed ||= isParted;
  };
  for (const match of reply.matchAll(SPECIAL_TOKEN)) {
    const token = match.slice(1).find((name) => name !== undefined) ?? "";
    if (
      match.index < from ||
      NATIVE_CALL.test(token) ||
      isQuoted(reply, match.index, match[0].length)
    )
      continue;
    keep(match.index);
    from = match.index + match[0].length;
    if (END_OF_TEXT.test(token) && hasText)
      return { text: kept, isEnded: true, isMixed };
    isMixed ||= CALL.test(token);
    isParted ||= hasText && !KNOWN.test(token);
    const reasoning = REASONING_TOKEN.exec(token);
    if (reasoning !== null) kept += reasoning[1] ? "</think>" : "<think>";
    const role = readRole(reply, token, from);
    if (role !== undefined) {
      if (hasText) return { text: kept, isEnded: true, isMixed };
      from = role.end;
      isSkipping = !role.isAssistant;
    } else if (token === "channel") {
      const header = reply.slice(from, from + 120);
      const call = HARMONY_CALL.exec(header)?.[1];
      isSkipping =
        call === undefined && /^\s*(?:analysis|commentary)\b/.test(header);
      if (call !== undefined) {
        kept += `<function=${call}>`;
        hasText = true;
      }
      isHeader = true;
      from += /^[^<]*/.exec(header)?.[0].length ?? 0;
    } else if (token === "constrain" && isHeader)
      from += /^\s*\w*\s*/.exec(reply.slice(from, from + 40))?.[0].length ?? 0;
    else if (token === "message") isHeader = false;
    else if (isSkipping && token === "end") isSkipping = false;
  }
  keep(reply.length);
  return { text: kept, isEnded: false, isMixed };
}

/** The turn that a token opens, if any. */
function readRole(
  reply: string,
  token: string,
  from: number,
): { isAssistant: boolean; end: number } | undefined {
  if (token === "INST") return { isAssistant: false, end: from };
  if (token === "/INST") return { isAssistant: true, end: from };
  if (ROLE_TOKEN.test(token) || /^(?:User|Assistant)$/.test(token))
    return { isAssistant: /^assistant$/i.test(token), end: from };
  if (!ROLE_OPENER.test(token)) return undefined;
  const name = ROLE_NAME.exec(reply.slice(from, from + 40));
  if (name === null) return undefined;
  return {
    isAssistant: /^(?:assistant|model|ai)$/i.test(name[1] ?? ""),
    end: from + name[0].length,
  };
}

/** Backticks or quotes on both sides: the text only mentions the token. */
function isQuoted(text: string, start: number, length: number): boolean {
  const before = text.charAt(start - 1);
  return (
    before !== "" &&
    "`\"'".includes(before) &&
    text.charAt(start + length) === before
  );
}
