import {
  findFences,
  followFence,
  MAX_FENCES,
  type Fence,
} from "./find-code-blocks.ts";
import type { LabelKind } from "./label-names.ts";
import { readLabel } from "./labels.ts";

/** A label, with its verbatim text. */
export interface FoundLabel {
  readonly kind: LabelKind;
  readonly isListed: boolean;
  /** The line up to the label's value. */
  readonly written: string;
}

/**
 * Finds labels in a text that arrives in chunks. Skips those in code, and those
 * in lists unless `mayBeListed`.
 */
export type LabelFinder = (
  piece: string,
  options?: { mayBeListed: boolean },
) => {
  /**
   * Text that is certainly no label. Holds back a line that may become one, and
   * code that may contain one if its fence never closes.
   */
  readonly clear: string;
  readonly label?: FoundLabel;
  /** The text after the label; pass it in again. */
  readonly rest: string;
};

/** A label ends with its colon; longer lines are not labels. */
const MAX_LABEL_LENGTH = 200;
const LINE_END = /[\n\u2028\u2029]$/;
const LINES = /[^\n\u2028\u2029]*[\n\u2028\u2029]|[^\n\u2028\u2029]+/g;

export function createLabelFinder(): LabelFinder {
  let line = "";
  let held = "";
  let isUnclear = true;
  let fence: Fence | undefined;
  let fences = 0;
  let isLabelInCode = false;

  const readLine = (isWhole: boolean, mayBeListed: boolean) => {
    const head = line.slice(0, MAX_LABEL_LENGTH).replace(LINE_END, "");
    const label = readLabel(head, { isWhole, mayBeListed });
    if (label === "open" && line.length <= MAX_LABEL_LENGTH) return undefined;
    isUnclear = false;
    return label === "open" ? undefined : label;
  };

  const endLine = (): void => {
    const marked = /`{3}|~{3}/.test(line) ? findFences(line) : [];
    for (const next of marked)
      if (++fences < MAX_FENCES) fence = followFence(fence, next);
    isLabelInCode &&= fence !== undefined;
    [line, isUnclear] = ["", true];
  };

  return (piece, { mayBeListed } = { mayBeListed: true }) => {
    let clear = "";
    for (const { 0: part, index } of piece.matchAll(LINES)) {
      const isWhole = LINE_END.test(part);
      line += part;
      held += part;
      const label =
        isUnclear && line !== "\n" ? readLine(isWhole, mayBeListed) : undefined;
      if (label !== undefined && fence === undefined) {
        const value = line.slice(label.valueStart);
        const isHeading = value.trim() === "" && isWhole;
        const written = isHeading ? line : line.slice(0, label.valueStart);
        const rest =
          line.slice(written.length) + piece.slice(index + part.length);
        // Another label may follow a role's name.
        isUnclear = isHeading || label.kind === "answer";
        [line, held] = [isUnclear ? "" : written, ""];
        return { clear, label: { ...label, written }, rest };
      }
      isLabelInCode ||= label !== undefined;
      if (isWhole) endLine();
      if (isLabelInCode || (isUnclear && !isWhole)) continue;
      clear += held;
      held = "";
    }
    return { clear, rest: "" };
  };
}
