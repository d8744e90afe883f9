import { findCodeBlocks } from "./find-code-blocks.ts";
import { LABEL_NAMES, type LabelKind } from "./label-names.ts";

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
