import { findCodeBlocks } from "./find-code-blocks.ts";

export type LabelKind =
  | "input"
  | "action"
  | "thought"
  | "observation"
  | "question"
  | "final"
  /** "Answer:", "AI:": a final answer only where one is due. */
  | "answer";

const FIELDS =
  "input|inputs|argument|arguments|args|parameter|parameters".split("|");

/** What models write in front of the colon, in any case. */
const LABEL_NAMES: Readonly<Record<LabelKind, readonly string[]>> = {
  input: [
    ...combine(["action", "tool"], ["", " ", "_", "-"], FIELDS),
    ...FIELDS,
    ..."行动输入|动作输入|工具输入|操作输入|输入|参数".split("|"),
  ],
  action: [
    ...combine(["action", "tool"], ["", " ", "_"], ["name"]),
    ..."action|tool|行动|动作|操作|工具|工具名称".split("|"),
  ],
  thought: "thought|thoughts|thinking|reasoning|思考|想法".split("|"),
  observation: "observation|observations|观察|观察结果".split("|"),
  question: "question|human|user|问题|用户".split("|"),
  final: [
    ...combine(["final"], ["", " ", "_", "-"], ["answer", "response", "reply"]),
    ..."最终答案|最终回答|最终回复".split("|"),
  ],
  answer: "answer|response|ai|assistant|答案|回答".split("|"),
};

function combine(
  firsts: readonly string[],
  separators: readonly string[],
  seconds: readonly string[],
): string[] {
  return firsts.flatMap((first) =>
    separators.flatMap((separator) =>
      seconds.map((second) => first + separator + second),
    ),
  );
}

/** "Action:" and the like at the beginning of a line, bold, as a heading or in another language. */
export interface Label {
  readonly kind: LabelKind;
  /** Of its line. */
  readonly start: number;
  /** Behind the colon. */
  readonly valueStart: number;
}

const KINDS = Object.keys(LABEL_NAMES).filter(isLabelKind);
const NAME = KINDS.map(
  (kind) => `(?<${kind}>${LABEL_NAMES[kind].join("|")})`,
).join("|");
const DECORATION =
  "^[ \\t]*(?:>[ \\t]?)?(?:#{1,6}[ \\t]*)?(?<opening>\\*{1,3}|_{2}|`)?";
/** Without a colon only as a heading or in bold, alone on its line. */
const LABEL = new RegExp(
  `${DECORATION}(?:${NAME})(?:[ \\t]\\d{1,3})?(?<closing>[ \\t]*[*_\`]{1,3})?[ \\t]*(?:(?<colon>[:：])[ \\t]*(?<late>\\*{2,3}|_{2}|\`(?=[ \\t]))?|(?<=^[ \\t]*(?:#|\\*\\*).*)$)`,
  "gimu",
);
const LINE_LABEL = new RegExp(LABEL.source, "iu");
const BEGINNING = new RegExp(`${DECORATION}_?`, "u");
/** What may stand between a name and its colon. */
const BEFORE_COLON = /^(?:[ \t]\d{0,3})?(?:[ \t]*[*_`]{0,3})?[ \t]*$/;
const ALL_NAMES = KINDS.flatMap((kind) => LABEL_NAMES[kind]).map(fold);

/** A reply with more labels has gone wrong long before; those behind are not looked at. */
export const MAX_LABELS = 200;

/** The labels in order, except those in closed code blocks. */
export function findLabels(text: string): Label[] {
  const isInBlock = createBlockTest(text);
  const labels: Label[] = [];
  for (const match of text.matchAll(LABEL)) {
    if (isInBlock(match.index)) continue;
    labels.push(toLabel(match));
    if (labels.length === MAX_LABELS) break;
  }
  return labels;
}

/**
 * The label that a line begins with, while the line is being written. `open`: it may still become one, or get a longer
 * one.
 */
export function readLabel(
  line: string,
  { isWhole }: { isWhole: boolean },
): Label | "open" | undefined {
  const match = LINE_LABEL.exec(line);
  if (match?.groups?.["colon"] === undefined && !isWhole)
    return mayBecomeLabel(line) ? "open" : undefined;
  if (match === null) return undefined;
  const label = toLabel(match);
  const { opening, closing, late } = match.groups ?? {};
  const value = line.slice(label.valueStart).trimStart();
  // The bold of `**Final Answer:**` may be on its way.
  const isLateDue =
    opening !== undefined &&
    closing === undefined &&
    (late === undefined ? /^[*_`]{0,3}$/.test(value) : value === "");
  return isLateDue && !isWhole ? "open" : label;
}

function mayBecomeLabel(line: string): boolean {
  const rest = fold(line.replace(BEGINNING, ""));
  return ALL_NAMES.some(
    (name) =>
      name.startsWith(rest) ||
      (rest.startsWith(name) && BEFORE_COLON.test(rest.slice(name.length))),
  );
}

/** As a pattern without case does. */
function fold(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** Bold behind the colon belongs to the value, unless the label opened it. */
function toLabel(match: RegExpExecArray): Label {
  const groups = match.groups ?? {};
  const kind = KINDS.find((name) => groups[name] !== undefined) ?? "thought";
  const { opening, closing, late = "" } = groups;
  const isOwn = opening !== undefined && closing === undefined;
  const length = match[0].length - (isOwn ? 0 : late.length);
  return { kind, start: match.index, valueStart: match.index + length };
}

/** To be asked for growing offsets. */
function createBlockTest(text: string): (offset: number) => boolean {
  const blocks = findCodeBlocks(text);
  let next = 0;
  return (offset) => {
    while ((blocks[next]?.end ?? Infinity) <= offset) next++;
    return offset > (blocks[next]?.start ?? Infinity);
  };
}

function isLabelKind(name: string): name is LabelKind {
  return name in LABEL_NAMES;
}

/** A label to be read: the one at `index`. */
export interface LabelPlace {
  /** The cleaned reply. */
  readonly text: string;
  /** All of its labels. */
  readonly labels: readonly Label[];
  readonly index: number;
  readonly tools: readonly string[];
}

/** `none`: the label decides nothing, what follows may. `fallback`: what to say if nothing does. */
export type LabelFinding =
  | { readonly kind: "decision"; readonly decision: Decision }
  | { readonly kind: "none"; readonly fallback?: Decision };

export const REPEATS_EXAMPLE =
  "It repeats the example instead of filling it in.";

export function decided(decision: Decision): LabelFinding {
  return { kind: "decision", decision };
}

export function unreadable(
  reason: string,
  { isOpen }: { isOpen: boolean },
): LabelFinding {
  return decided({ kind: "unreadable", reason, isOpen });
}

export function noneWith(reason: string): LabelFinding {
  return { kind: "none", fallback: { kind: "unreadable", reason } };
}

/** What a part of a reply decides. Positions are those of the cleaned reply. */
export type Decision = (
  | {
      readonly kind: "action";
      /** As the model named it, where it is not a listed one. */
      readonly tool: string;
      readonly input: unknown;
      readonly thought: string;
      /** Where it begins and ends in the text. */
      readonly start: number;
      readonly end: number;
      /** Written in a model's own syntax, whose tokens must not go back into a prompt. */
      readonly isNative?: true;
    }
  | { readonly kind: "answer"; readonly output: string }
  | { readonly kind: "unreadable"; readonly reason: string }
) & {
  /** It reaches to the text's end, and nothing in it says that it is whole. */
  readonly isOpen?: boolean;
};
