import {
  type Fence,
  findFences,
  followFence,
  MAX_FENCES,
} from "../reading/find-code-blocks.ts";
import type { LabelKind } from "../reading/label-names.ts";
import { MAX_LABELS, readLabel } from "../reading/labels.ts";

/** Labels end with their colon; a line that goes on like one for longer is not told apart. */
const MAX_LABEL_LENGTH = 200;
/** As patterns see them. */
const LINE_END = /[\n\u2028\u2029]$/;
const LINES = /[^\n\u2028\u2029]*[\n\u2028\u2029]|[^\n\u2028\u2029]+/g;

/** The lines of an answer up to the label that ends it. */
export interface AnswerLines {
  /** Takes a piece and returns what surely belongs to the answer. */
  push(piece: string): string;
  /** `ended`: a label ended it, all of it was returned. `lost`: where it ends can only be told from the whole. */
  readonly state: "open" | "ended" | "lost";
}

/**
 * Holds back what may become a label, what follows a label that the next one decides about, and labels in code
 * that may end with its fence or never.
 * @param line what precedes the answer on its first line; where that is empty, a label may begin it
 * @param isListed the answer's label is in a list; labels in lists are the answer's own otherwise
 * @param ends whether a label ends the answer in front of it; asked without `next` where that is not known yet
 */
export function createAnswerLines({
  line: firstLine = "",
  isListed = false,
  ends,
  needsNext,
}: {
  line?: string;
  isListed?: boolean;
  ends: (kind: LabelKind, next: LabelKind | undefined) => boolean;
  needsNext: (kind: LabelKind) => boolean;
}): AnswerLines {
  let state: AnswerLines["state"] = "open";
  let line = firstLine;
  /** Whether the line may still become a label. */
  let isUnclear = firstLine === "";
  /** Not returned yet: earlier lines, and what there is of this one. */
  let heldLines = "";
  let heldLine = "";
  /** A label that the next one decides about. */
  let waiting: LabelKind | undefined;
  let fence: Fence | undefined;
  let isLabelInCode = false;
  let labels = 0;
  let fences = 0;

  const meetLabel = (kind: LabelKind): void => {
    if (++labels > MAX_LABELS / 2) state = "lost";
    else if (fence !== undefined)
      isLabelInCode ||= needsNext(kind) || ends(kind, undefined);
    else if (waiting !== undefined && ends(waiting, kind)) {
      heldLines = "";
      state = "ended";
    } else {
      waiting = needsNext(kind) ? kind : undefined;
      if (waiting === undefined && ends(kind, undefined)) state = "ended";
    }
  };

  const readLine = ({ isWhole }: { isWhole: boolean }): void => {
    const head = line.slice(0, MAX_LABEL_LENGTH).replace(LINE_END, "");
    const label = readLabel(head, { isWhole, mayBeListed: isListed });
    if (label !== "open") {
      isUnclear = false;
      if (label !== undefined) meetLabel(label.kind);
    } else if (line.length > MAX_LABEL_LENGTH) state = "lost";
  };

  const endLine = (): void => {
    const marked =
      line.length > 3 && /`{3}|~{3}/.test(line) ? findFences(line) : [];
    for (const next of marked) {
      fence = followFence(fence, next);
      if (++fences > MAX_FENCES / 2) state = "lost";
    }
    if (fence === undefined) isLabelInCode = false;
    heldLines += heldLine;
    [line, heldLine, isUnclear] = ["", "", true];
  };

  const take = (part: string): string => {
    const isWhole = LINE_END.test(part);
    line += part;
    heldLine += part;
    if (isUnclear && line !== "\n") readLine({ isWhole });
    if (state === "open" && isWhole) endLine();
    if (state === "lost") return "";
    if (state === "ended") return heldLines;
    if (waiting !== undefined || isLabelInCode) return "";
    const isLineHeld = isUnclear && !isWhole;
    const known = isLineHeld ? heldLines : heldLines + heldLine;
    heldLines = "";
    if (!isLineHeld) heldLine = "";
    return known;
  };

  return {
    push(piece) {
      let known = "";
      for (const part of piece.match(LINES) ?? []) {
        if (state !== "open") break;
        known += take(part);
      }
      return known;
    },
    get state() {
      return state;
    },
  };
}
