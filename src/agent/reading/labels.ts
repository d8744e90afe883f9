import { createSpanTest, findCodeBlocks } from "./find-code-blocks.ts";
import {
  FIELDS,
  fold,
  LABEL_NAMES,
  UNLISTED_NAMES,
  type LabelKind,
} from "./label-names.ts";

/**
 * "Action:" and the like at the start of a line: plain, bold, as a heading, in
 * other languages.
 */
export interface Label {
  readonly kind: LabelKind;
  /** Start of its line. */
  readonly start: number;
  /** After the colon. */
  readonly valueStart: number;
  /** In a list: `- Action:`, `1. Action:`. */
  readonly isListed: boolean;
}

const KINDS = Object.keys(LABEL_NAMES).filter(isLabelKind);
const NAME = [
  ...KINDS.map((kind) => `(?<${kind}>${LABEL_NAMES[kind].join("|")})`),
  `(?<numbered>(?:(?:next )?action|tool)[ _-]?\\d{1,3}[ _-]?(?:${FIELDS.join("|")}))`,
].join("|");
/** Whitespace at the start of a line, including invisible characters. */
const BLANKS = "[ \\t\\u200B\\u2060\\uFEFF]*";
const COLON = "[:：﹕︰꞉∶]{1,2}";
const STEP =
  "(?:step|round|turn|schritt|étape|paso|passo|шаг|步骤|步驟|ステップ)[ \\t]?#?\\d{1,3}|第[ \\t]?[\\d一二三四五六七八九十]{1,3}[ \\t]?[步轮輪]";
const BULLET = [
  "[-*•◦‣+|→➜➤▶–—][ \\t]+",
  "[-=]{1,2}>[ \\t]*",
  "\\d{1,2}(?:\\.\\d{1,2})?(?:[.)、:：][ \\t]*|[ \\t]+(?:[-–—][ \\t]+)?)",
  "[一二三四五六七八九十]、[ \\t]*",
  "[①-⑳][ \\t]*",
  "\\(?(?:[a-i\\d]|[ivx]{1,4})[.)][ \\t]+",
  "\\[\\d{1,2}\\][ \\t]*",
  "\\d\\uFE0F?\\u20E3[ \\t]*",
  "(?:\\p{Extended_Pictographic}|[\\ud800-\\udfff\\ufffd])\\uFE0F?[ \\t]*",
  `(?:${STEP})[ \\t]*[-–—:：.,]?[ \\t]*`,
].join("|");
const TAG = "(?:b|strong|i|em|u|p|h\\d)>";
const OPENING = `\\*{2,3}[ \\t]?|\\*|_{1,2}|={2}|\`|<${TAG}|[[【<「(（]`;
/** A number inside the opening mark: `**1. Action:**`, `[Step 1] Action:`. */
const ITEM = `\\d{1,2}[.)、][ \\t]*|(?:${STEP})(?<closed>\\*{1,3}|[\\]】）)])?[ \\t]*[-–—:：.,]?[ \\t]*`;
const DECORATION = `^${BLANKS}(?:>[ \\t]?)?(?:#{1,6}[ \\t]*)?(?<bullet>(?:${BULLET}){1,2})?(?:(?<opening>(?:${OPENING}){1,2})(?:${ITEM})?)?`;
/** Also a remark: `Action Input (JSON):`. */
const NUMBER = `(?:[ \\t]?[#№_-]?\\d{1,3}(?:[./]\\d{1,3})?|,?[ \\t](?:no\\.?|step)[ \\t]?\\d{1,3}|[ \\t]?[[(（]\\d{1,3}[\\])）]|[ \\t]?\\([^()\\n]{1,30}\\)(?=[ \\t*]*${COLON}))?`;
const CLOSING = `(?:[ \\t]{0,9}(?:[*_\`]|={2}|</${TAG}|[\\]】>」)）])){1,6}`;
/**
 * The colon may be missing only in a heading, in bold text alone on its line,
 * in brackets, or between a number and a call: `Action 1 Search[tides]`.
 */
const LABEL = new RegExp(
  `${DECORATION}(?:${NAME})${NUMBER}(?<closing>${CLOSING})?[ \\t]{0,9}(?:(?<colon>${COLON}|=(?![=>])|[-=]>|→|(?<=[】）])(?=[^\\s:：])|(?<=(?:[*_\\]】)]|#\\d{1,3})[ \\t]*)[-–—](?=[ \\t])|(?<=[\\]】）]|\\([\\p{L} _'’-]{1,40}\\))(?=[ \\t])|(?<=action[ \\t]?\\d{1,2}[ \\t]+)(?=[\\p{L}_][\\w .-]{0,40}\\[))[ \\t]*(?<late>\\*{1,3}|_{1,2}|={2}|</${TAG}|\`(?=[ \\t]))?|[ \\t]*$(?<=^${BLANKS}(?:#|(?:${BULLET})?\\*\\*|final[ _]answer[ \\t]*$).*))`,
  "gimu",
);
/** Matches where `^` does. */
const LINE_END = /[\n\r\u2028\u2029]/;
const LINE_LABEL = new RegExp(LABEL.source, "iu");
const LIST_BEGINNING = new RegExp(
  `^${BLANKS}(?:>[ \\t]?)?(?:${BULLET}|\\d{1,2}$)`,
  "iu",
);
/** What may precede a name on its line, and more; not `{"action":`. */
const BEFORE_NAME = new RegExp(
  `^(?:</?[a-z]{0,6}\\d?(?:>|$)|(?:[a-i]|[ivx]{1,4})[.)]|[一二三四五六七八九十]、|第[ \\t]?[\\d一二三四五六七八九十]{0,3}[ \\t]?[步轮輪]?|${STEP}|(?!["{}])\\P{L})*`,
  "iu",
);
const MAX_DECORATION = 40;
/** Text allowed between a name and its colon. */
const BEFORE_COLON =
  /^(?:[ \t]?\([^()]{0,30}\)?|,?[ \t]?(?:n|no|no\.|s|st|ste|step)?[ \t]?[[(（#№_-]?[\d./]{0,7}|[ _-]?\d{1,3}[ _-][\w .-]{0,40})?(?:[ \t]*(?:[*_`=\]】>」)）]|<\/?[a-z]{0,6}\d?>?){0,4})?[ \t]*[-–—=]?$/;
const ALL_NAMES = KINDS.flatMap((kind) => LABEL_NAMES[kind]).map(fold);
const BEGINNINGS = [
  ...ALL_NAMES,
  ..."step|round|turn|schritt|étape|paso|passo|шаг|步骤|步驟|ステップ"
    .split("|")
    .map(fold),
];
const FIRST_PAIRS = new Set(ALL_NAMES.map((name) => name.slice(0, 2)));
const MAX_NAME = Math.max(...ALL_NAMES.map(({ length }) => length));

/** A reply with more is broken anyway; the others are ignored. */
export const MAX_LABELS = 200;

/** Labels in order, except those in closed code blocks. */
export function findLabels(text: string): Label[] {
  // Most texts have none, which saves compiling the pattern (9 ms once per
  // process).
  if (!text.split(LINE_END).some(startsWithName)) return [];
  const isInBlock = createSpanTest(findCodeBlocks(text));
  const labels: Label[] = [];
  for (const match of text.matchAll(LABEL)) {
    const label = toLabel(match);
    if (label === undefined || isInBlock(match.index)) continue;
    labels.push(label);
    if (labels.length === MAX_LABELS) break;
  }
  return labels;
}

/**
 * Reads the label at the start of a line that may be incomplete. `open`: it may
 * still become a label, or a longer one.
 */
export function readLabel(
  line: string,
  {
    isWhole,
    mayBeListed = true,
  }: {
    isWhole: boolean;
    /** If false, ignores labels in lists. */
    mayBeListed?: boolean;
  },
): Label | "open" | undefined {
  if (!mayBeListed && LIST_BEGINNING.test(line)) return undefined;
  const match = startsWithName(line) ? LINE_LABEL.exec(line) : null;
  if (match?.groups?.["colon"] === undefined && !isWhole)
    return mayBecomeLabel(line) ? "open" : undefined;
  if (match === null) return undefined;
  const label = toLabel(match);
  if (label === undefined) return undefined;
  const isAnswer = label.kind === "final" || label.kind === "answer";
  // The closing bold of `**Final Answer:**` may follow.
  const isLateDue =
    (isAnswer || isOpened(match)) &&
    /^(?:[*_`=:：]{0,3}|<[^>]{0,8}>?)$/.test(
      line.slice(label.valueStart).trimStart(),
    );
  return isLateDue && !isWhole ? "open" : label;
}

/** Fast check, which rules out most lines. */
function startsWithName(line: string): boolean {
  const start = nameStart(line);
  if (!FIRST_PAIRS.has(start.slice(0, 2))) return false;
  return ALL_NAMES.some((name) => start.startsWith(name));
}

function mayBecomeLabel(line: string): boolean {
  const rest = nameStart(line);
  return BEGINNINGS.some(
    (name) =>
      name.startsWith(rest) ||
      (rest.startsWith(name) && BEFORE_COLON.test(rest.slice(name.length))),
  );
}

function nameStart(line: string): string {
  const head = line.slice(0, MAX_DECORATION + 2 * MAX_NAME);
  return fold(head.replace(BEFORE_NAME, ""));
}

/**
 * Bold after the colon belongs to the value, unless the label opened it or a
 * blank follows.
 */
function toLabel(match: RegExpExecArray): Label | undefined {
  const groups = match.groups ?? {};
  const kind = KINDS.find((name) => groups[name] !== undefined) ?? "input";
  const { opening = "", late = "", bullet } = groups;
  const isListed = bullet !== undefined;
  if (isListed && UNLISTED_NAMES.has(fold(groups[kind] ?? "")))
    return undefined;
  const end = match.index + match[0].length;
  const isOwn =
    (isOpened(match) &&
      (late.startsWith("<") || late.length <= opening.length)) ||
    (late.length > 1 && !/\S/.test(match.input.charAt(end)));
  const valueStart = isOwn ? end : end - late.length;
  return { kind, start: match.index, valueStart, isListed };
}

/** The mark in front of the name is not closed before the colon. */
function isOpened({ groups = {} }: RegExpExecArray): boolean {
  const { opening, closed, closing } = groups;
  return opening !== undefined && (closed ?? closing) === undefined;
}

function isLabelKind(name: string): name is LabelKind {
  return name in LABEL_NAMES;
}

/**
 * Drops the unpaired mark that `**Final Answer: yes**` leaves at the value's
 * end.
 */
export function dropUnpairedMark(value: string, label: string): string {
  const mark = /(\*{1,3}|`)\p{L}/u.exec(label)?.[1] ?? "";
  const isHalf =
    label.split(mark).length === 2 && value.trimEnd().endsWith(mark);
  return isHalf ? value.trimEnd().slice(0, -mark.length).trimEnd() : value;
}

export interface LabelPlace {
  readonly label: Label;
  /** The cleaned reply. */
  readonly text: string;
  /** All labels of the reply; this one is at `index`. */
  readonly labels: readonly Label[];
  readonly index: number;
  readonly tools: readonly string[];
}

export interface Decided {
  readonly kind: "decision";
  readonly decision: Decision;
}

/**
 * `none`: the label decides nothing, so later text may. `fallback`: the
 * decision if nothing else is found.
 */
export type LabelFinding =
  Decided | { readonly kind: "none"; readonly fallback?: Decision };

export const REPEATS_EXAMPLE =
  "It repeats the example instead of filling it in.";

export function decided(decision: Decision): Decided {
  return { kind: "decision", decision };
}

export function unreadable(
  reason: string,
  { isOpen }: { isOpen: boolean },
): Decided {
  return decided({ kind: "unreadable", reason, isOpen });
}

export function noneBecause(reason: string): LabelFinding {
  return { kind: "none", fallback: { kind: "unreadable", reason } };
}

/**
 * The decision made by a part of the reply. Offsets refer to the cleaned reply.
 */
export type Decision = (
  | {
      readonly kind: "action";
      /** The model's own word if it matches no listed tool. */
      readonly tool: string;
      readonly input: unknown;
      readonly thought?: string;
      readonly start: number;
      readonly end: number;
      /**
       * Uses the native syntax of a model, whose tokens must not return to a
       * prompt.
       */
      readonly isNative?: true;
    }
  | {
      readonly kind: "answer";
      readonly output: string;
      readonly isInObject?: boolean;
    }
  | { readonly kind: "unreadable"; readonly reason: string }
) & {
  /** Reaches the end of the text, so it may be incomplete. */
  readonly isOpen?: boolean;
};
