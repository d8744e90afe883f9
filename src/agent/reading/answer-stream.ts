import { endsAnswer } from "./find-decision.ts";
import type { FoundLabel, LabelFinder } from "./label-finder.ts";
import { createMarkupGuard } from "./markup-guard.ts";
import { isFragment, mayAnnounceTool } from "./read-prose.ts";
import { mayBecomeNoAnswer } from "./resolve-tool.ts";

/** Takes a piece of an answer; gives what surely belongs to it. `end`: nothing more is sure, and what was not looked at. */
type AnswerStream = (piece: string) => {
  readonly answer: string;
  readonly end?: { readonly label?: FoundLabel; readonly rest: string };
};

/** More blanks than an answer has, or more of a beginning than is needed to know what it is. */
const MAX_HELD = 1_000;

/**
 * Hands out an answer in text while it is written, except what the whole may be without: a label and what follows it, markup,
 * blanks at the end, and all of it while it may still turn out to be none.
 * @param isListed labels in lists are the answer's own, unless its own label is in one
 */
export function createAnswerStream({
  findLabel,
  isProse = false,
  isListed = isProse,
}: {
  findLabel: LabelFinder;
  isProse?: boolean;
  isListed?: boolean;
}): AnswerStream {
  const guard = createMarkupGuard();
  let held = "";
  let hasBegun = false;

  const ends = ({ kind }: FoundLabel): boolean => {
    if (isProse)
      return (
        (!hasBegun && held.trim() === "") ||
        kind === "action" ||
        kind === "final" ||
        kind === "thought"
      );
    return endsAnswer(kind, undefined) || kind === "action";
  };

  const handOut = (): { answer: string; isOver: boolean } => {
    if (!hasBegun) {
      held = held.replace(/^[\s\u200B\u2060]+/, "");
      const beginning = isProse ? beginsProse(held) : beginsAnswer(held);
      hasBegun = beginning === "yes";
      if (!hasBegun) return { answer: "", isOver: beginning === "no" };
    }
    const answer = held.slice(0, settledEnd(held));
    held = held.slice(answer.length);
    return { answer, isOver: held.length > MAX_HELD };
  };

  return (piece) => {
    const { clear, kept, isStop } = guard(piece);
    let rest = clear;
    while (rest !== "") {
      const found = findLabel(rest, { mayBeListed: isListed });
      held += found.clear;
      ({ rest } = found);
      if (found.label === undefined) continue;
      const { label } = found;
      if (ends(label))
        return {
          answer: handOut().answer,
          end: { label, rest: rest + kept },
        };
      held += label.written;
    }
    const { answer, isOver } = handOut();
    return isOver || isStop ? { answer, end: { rest: kept } } : { answer };
  };
}

type Beginning = "yes" | "no" | "open";

/** What only the whole answer tells from JSON around it. */
const OBJECT_BEGINNING = /^(?:```(?:json)?\s*)?\{/;
const FENCE_BEGINNING = /^`{1,3}(?:j|js|jso|json)?\s*$/;

function beginsAnswer(text: string): Beginning {
  if (OBJECT_BEGINNING.test(text)) return "no";
  const isOpen = FENCE_BEGINNING.test(text) || mayBecomeNoAnswer(text);
  return text === "" || isOpen ? "open" : "yes";
}

/** JSON, tags, blocks around the whole: what an answer in prose does not begin with. */
const FORMAT_START =
  /^["'\s]*(?:[{[｛［<~]|```|finish\[|[\w.-]{1,64}(?:\(|(?<=\w)\s*\{))/i;
const FORMAT_BEGINNING =
  /^["'\s]*(?:`{1,2}|f|fi|fin|fini|finis|finish|j|js|jso|json)?$/i;
/** A first word by itself, which a bracket may turn into a call. */
const NAME = /^["'\s]*[\w.-]{1,64}(?:(?<=\w)\n)?$/;
/** Code in a language is prose; a block without one may be a format, as those of machinery are. */
const CODE_START =
  /^```(?!json|tool|action|te?xt|plain|markdown|md|react|vis|think)[a-z][\w+#.-]{0,20}[ \t]*\n/i;
const OPEN_FENCE = /^```[\w+#.-]{0,20}[ \t]*$/;

function beginsProse(beginning: string): Beginning {
  const text = beginning.trimEnd();
  const isFenceOpen = OPEN_FENCE.test(beginning);
  const isCode = isFenceOpen || CODE_START.test(beginning);
  if (beginning.length > MAX_HELD || (FORMAT_START.test(text) && !isCode))
    return "no";
  const isOpen =
    isFenceOpen ||
    FORMAT_BEGINNING.test(text) ||
    NAME.test(beginning) ||
    isFragment(text) ||
    mayBecomeNoAnswer(text) ||
    mayAnnounceTool(beginning);
  return isOpen ? "open" : "yes";
}

function settledEnd(text: string): number {
  let end = wholeEnd(text);
  while (end > 0 && /[\s\u200B\u2060*]/.test(text.charAt(end - 1))) end--;
  return end;
}

/** Without the first half of a surrogate pair. */
export function wholeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
