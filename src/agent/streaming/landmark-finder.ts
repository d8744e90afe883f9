import { startsLine } from "../reading/clean-reply.ts";
import type { LabelKind } from "../reading/label-names.ts";
import { readLabel } from "../reading/labels.ts";

/** Where a decision may begin. `rest`: the text after the label, or from the object's brace on. */
export type Landmark =
  | {
      readonly kind: "label";
      readonly label: LabelKind;
      readonly isListed: boolean;
      /** The beginning of its line, up to its value; empty where that begins on the next one. */
      readonly line: string;
      readonly rest: string;
    }
  | { readonly kind: "object"; readonly rest: string };

/** Finds labels and objects of the formats in a text that comes in pieces, but not in reasoning. */
export interface LandmarkFinder {
  /** The next landmark; the caller pushes what follows it again. `undefined` where the piece holds none. */
  push(piece: string): Landmark | undefined;
  /** Takes the tag that opens or closes a block of reasoning; `false` for one in mid-line, which opens none and is text. */
  pushTag(tag: { readonly isClosing: boolean }): boolean;
}

/** One of the formats' own keys comes first, so that JSON in prose is not taken for theirs. */
const OBJECT_START = /\{\s{0,99}"(?:thought|action|tool)[\w -]{0,20}"/iy;
/** What may still become one when more text comes. */
const OBJECT_BEGINNING = /\{\s{0,99}(?:"[\w -]{0,27})?$/y;
const BLANK_LINES = /^(?:[ \t]*\n)+/;
const MAX_LABEL_LENGTH = 200;

export function createLandmarkFinder(): LandmarkFinder {
  /** What has not been looked at to the end. */
  let text = "";
  /** The end of what was. */
  let before = "";
  let isLineStart = true;
  let isReasoning = false;

  const drop = (length: number): void => {
    before = (before + text.slice(0, length)).slice(-40);
    text = text.slice(length);
  };

  /** What follows a landmark is pushed again. */
  const found = (landmark: Landmark): Landmark => {
    text = "";
    return landmark;
  };

  /** The label that the line begins with; `open` where more of the line is needed. */
  const findLabel = (): Landmark | "open" | undefined => {
    const end = text.search(/[\n\u2028\u2029]/);
    const line = text.slice(0, end === -1 ? undefined : end);
    const head = line.slice(0, MAX_LABEL_LENGTH);
    const label = readLabel(head, { isWhole: end !== -1 });
    if (label === "open" && line.length <= MAX_LABEL_LENGTH) return "open";
    isLineStart = false;
    if (label === undefined || label === "open") return undefined;
    const { kind, valueStart, isListed } = label;
    const isHeading = valueStart === line.length && end !== -1;
    const rest = text.slice(isHeading ? end + 1 : valueStart);
    isLineStart = isHeading;
    drop(text.length - rest.length);
    return found({
      kind: "label",
      label: kind,
      isListed,
      line: isHeading ? "" : line.slice(0, valueStart),
      rest,
    });
  };

  const find = (): Landmark | undefined => {
    for (;;) {
      const blank = isLineStart
        ? BLANK_LINES.exec(text)?.[0].length
        : undefined;
      if (blank !== undefined) drop(blank);
      // No label begins with a brace, but most replies do.
      const mayBeLabel = isLineStart && !text.startsWith("{");
      const label = mayBeLabel ? findLabel() : undefined;
      if (label === "open") return undefined;
      if (label !== undefined) return label;
      const next = text.search(/[{\n\u2028\u2029]/);
      if (next === -1) {
        drop(text.length);
        return undefined;
      }
      drop(next);
      if (text.startsWith("{")) {
        if (matchesAtStart(OBJECT_BEGINNING, text)) return undefined;
        isLineStart = false;
        if (matchesAtStart(OBJECT_START, text))
          return found({ kind: "object", rest: text });
      } else isLineStart = true;
      drop(1);
    }
  };

  return {
    push(piece) {
      if (isReasoning) return undefined;
      text += piece;
      return find();
    },
    pushTag(tag) {
      const line = before + text;
      if (tag.isClosing) [isReasoning, isLineStart] = [false, true];
      else if (startsLine(line, line.length)) isReasoning = true;
      const isTaken = tag.isClosing || isReasoning;
      if (isTaken) text = "";
      return isTaken;
    },
  };
}

function matchesAtStart(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}
