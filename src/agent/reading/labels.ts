import { createSpanTest, findCodeBlocks } from "./find-code-blocks.ts";
import {
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
const NAME = KINDS.map(
  (kind) => `(?<${kind}>${LABEL_NAMES[kind].join("|")})`,
).join("|");
/** Whitespace at the start of a line, including invisible characters. */
const BLANKS = "[ \\t\\u200B\\u2060\\uFEFF]*";
const BULLET =
  "[-*•+|→➜➤▶–—][ \\t]+|[-=]{1,2}>[ \\t]*|\\d{1,2}[.)、][ \\t]*|\\(?[a-i\\d][.)][ \\t]+|\\d\\uFE0F?\\u20E3[ \\t]*|(?:\\p{Extended_Pictographic}|[\\ud800-\\udfff\\ufffd])\\uFE0F?[ \\t]*|step \\d{1,2}[ \\t]*[-–—:：.][ \\t]*";
const TAG = "(?:b|strong|i|em|u|p|h\\d)>";
const OPENING = `\\*{1,3}|_{1,2}|={2}|\`|<${TAG}|[[【<「(（]`;
const DECORATION = `^${BLANKS}(?:>[ \\t]?)?(?:#{1,6}[ \\t]*(?:\\d{1,2}[.)、][ \\t]*)?)?(?<bullet>(?:${BULLET}){1,2})?(?<opening>(?:${OPENING}){1,2}(?:\\d{1,2}[.)、][ \\t]*)?)?`;
/** Also a remark: `Action Input (JSON):`. */
const NUMBER =
  "(?:[ \\t]?#?\\d{1,3}|[ \\t]?\\((?:\\d{1,3}\\)|[^()\\n]{1,30}\\)(?=[ \\t*]*[:：])))?";
/**
 * The colon may be missing only in a heading, in bold text alone on its line,
 * or in brackets.
 */
const LABEL = new RegExp(
  `${DECORATION}(?:${NAME})${NUMBER}(?<closing>[ \\t]*(?:[*_\`]{1,3}|={2}|</${TAG}|[\\]】>」)）])+)?[ \\t]*(?:(?<colon>[:：]|=(?![=>])|[-=]>|→|(?<=[】）])(?=[^\\s:：])|(?<=(?:[*_\\]】)]|#\\d{1,3})[ \\t]*)[-–—](?=[ \\t])|(?<=[\\]】）]|\\([\\p{L} ]{1,40}\\))(?=[ \\t]))[ \\t]*(?<late>\\*{1,3}|_{1,2}|={2}|</${TAG}|\`(?=[ \\t]))?|(?<=^${BLANKS}(?:#|(?:${BULLET})?\\*\\*|final[ _]answer[ \\t]*$).*)$)`,
  "gimu",
);
/** Matches where `^` does. */
const LINE_END = /[\n\r\u2028\u2029]/;
const LINE_LABEL = new RegExp(LABEL.source, "iu");
const BEGINNING = new RegExp(`${DECORATION}_?`, "iu");
/** The beginning of a bullet, or half of a surrogate pair. */
const BULLET_BEGINNING =
  /^(?:\(?[a-i\d][.)]?|\d{1,2}(?:\uFE0F|[.)、][ \t]*)?|[-=]{1,2}|<[a-z]{0,6}\d?>?|s|st|ste|step(?: ?| \d{1,2}[ \t]*)|[\ud800-\udbff])$/iu;
const LIST_BEGINNING = new RegExp(
  `^${BLANKS}(?:>[ \\t]?)?(?:${BULLET}|\\d{1,2}$)`,
  "iu",
);
/** Text allowed between a name and its colon. */
const BEFORE_COLON =
  /^(?:[ \t]?\([^()]{0,30}\)?|[ \t]?#?\d{0,3})?(?:[ \t]*(?:[*_`=\]】>」)）]|<\/?[a-z]{0,6}\d?>?){0,4})?[ \t]*[-–—=]?$/;
const ALL_NAMES = KINDS.flatMap((kind) => LABEL_NAMES[kind]).map(fold);
/**
 * Possible starts of a label's line: decoration, "step", or the first letter of
 * a name.
 */
const DECORATION_START =
  /^(?:[>#\-*•+\d_`[【<「(（=|→➜➤▶–—\ud800-\udfff\ufffd]|[a-i][.)]|\p{Extended_Pictographic})/iu;
const FIRST_LETTERS = new Set(["s", ...ALL_NAMES.map(firstOf)]);

const FIRST_PAIRS = new Set(ALL_NAMES.map((name) => name.slice(0, 2)));
const MAX_NAME = Math.max(...ALL_NAMES.map(({ length }) => length));

/** A reply with more is broken anyway; the others are ignored. */
export const MAX_LABELS = 200;

/** Labels in order, except those in closed code blocks. */
export function findLabels(text: string): Label[] {
  // Most texts have none, which saves compiling the pattern (9 ms once per
  // process).
  if (!text.split(LINE_END).some((line) => mayBeginLabel(line, true)))
    return [];
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
  if (!mayBeginLabel(line, isWhole)) return undefined;
  const match = LINE_LABEL.exec(line);
  if (match?.groups?.["colon"] === undefined && !isWhole)
    return mayBecomeLabel(line) ? "open" : undefined;
  if (match === null) return undefined;
  const label = toLabel(match);
  if (label === undefined) return undefined;
  const { opening, closing, late } = match.groups ?? {};
  const value = line.slice(label.valueStart).trimStart();
  // The closing bold of `**Final Answer:**` may follow.
  const isLateDue =
    opening !== undefined &&
    closing === undefined &&
    (late === undefined
      ? /^(?:[*_`=]{0,3}|<[^>]{0,8}>?)$/.test(value)
      : value === "");
  return isLateDue && !isWhole ? "open" : label;
}

/** Fast check of the first characters, which rules out most lines. */
function mayBeginLabel(line: string, isWhole: boolean): boolean {
  const start = line.replace(/^[\s\u200B\u2060]+/, "");
  const isOpen =
    DECORATION_START.test(start) ||
    FIRST_LETTERS.has(firstOf(fold(firstOf(start))));
  if (start !== "" && !isOpen) return false;
  const words = start.replace(/^[^\p{L}<]+/u, "");
  if (words.length < 2) return !isWhole;
  if (/^(?:<|[a-i][.)]|st)/iu.test(words)) return true;
  if (!FIRST_PAIRS.has(fold(words.slice(0, 2)).slice(0, 2))) return false;
  const beginning = fold(words.slice(0, MAX_NAME));
  return ALL_NAMES.some(
    (name) =>
      beginning.startsWith(name) || (!isWhole && name.startsWith(beginning)),
  );
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function mayBecomeLabel(line: string): boolean {
  const rest = fold(line.replace(BEGINNING, ""));
  if (BULLET_BEGINNING.test(rest)) return true;
  return ALL_NAMES.some(
    (name) =>
      name.startsWith(rest) ||
      (rest.startsWith(name) && BEFORE_COLON.test(rest.slice(name.length))),
  );
}

/** Bold after the colon belongs to the value, unless the label opened it. */
function toLabel(match: RegExpExecArray): Label | undefined {
  const groups = match.groups ?? {};
  const kind = KINDS.find((name) => groups[name] !== undefined) ?? "thought";
  const { opening, closing, late = "", bullet } = groups;
  const isListed = bullet !== undefined;
  if (isListed && UNLISTED_NAMES.has(fold(groups[kind] ?? "")))
    return undefined;
  const isOwn = opening !== undefined && closing === undefined;
  const length =
    match[0].length -
    (isOwn && (late.startsWith("<") || late.length <= opening.length)
      ? 0
      : late.length);
  const valueStart = match.index + length;
  return { kind, start: match.index, valueStart, isListed };
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
