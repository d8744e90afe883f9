import { mayAnnounceTool } from "./announces-tool.ts";
import { endsAnswer } from "./find-decision.ts";
import type { FoundLabel, LabelFinder } from "./label-finder.ts";
import { createMarkupGuard } from "./markup-guard.ts";
import { isFragment } from "./read-prose.ts";
import { mayBeNoAnswer } from "./resolve-tool.ts";

/**
 * Takes a chunk of an answer; returns the text that certainly belongs to it.
 * `end`: nothing further is certain; `rest` was not processed.
 */
type AnswerStream = (piece: string) => {
  readonly answer: string;
  readonly end?: { readonly label?: FoundLabel; readonly rest: string };
};

/**
 * Exceeds the whitespace within an answer, and the beginning that identifies
 * the kind of text.
 */
const MAX_HELD = 1_000;

/** How long prose is held until it holds a sentence. */
const MAX_HELD_MS = 1_000;

type ProseRule =
  | "at-once"
  | {
      readonly tools: readonly string[];
      /** Milliseconds. */
      readonly clock: () => number;
    };

/**
 * Streams an answer in text. Holds back anything the final answer may lack: a
 * label and the text after it, markup, trailing whitespace, and all of it while
 * it may still turn out to be no answer.
 * @param prose the reply may be an answer without a format: shown at once, or
 *   once it goes on after a sentence, or is held for a second, and speaks of no
 *   tool
 * @param isListed labels in lists belong to the answer, unless its own label is
 *   in a list
 */
export function createAnswerStream({
  findLabel,
  prose,
  isListed = prose !== undefined,
}: {
  findLabel: LabelFinder;
  prose?: ProseRule;
  isListed?: boolean;
}): AnswerStream {
  const guard = createMarkupGuard();
  let held = "";
  let heldSince: number | undefined;
  let hasBegun = false;

  const ends = ({ kind }: FoundLabel): boolean => {
    if (prose !== undefined)
      return (
        (!hasBegun && held.trim() === "") ||
        kind === "action" ||
        kind === "final" ||
        kind === "thought"
      );
    return endsAnswer(kind, undefined) || kind === "action";
  };

  const readBeginning = (rule: ProseRule): Beginning => {
    if (rule === "at-once") return beginsProse(held, "at-once");
    const now = rule.clock();
    if (held !== "") heldSince ??= now;
    const isOverdue = now - (heldSince ?? now) >= MAX_HELD_MS;
    return beginsProse(held, { tools: rule.tools, isOverdue });
  };

  const handOut = (): { answer: string; isOver: boolean } => {
    if (!hasBegun) {
      held = held.replace(/^[\s\u200B\u2060]+/, "");
      const beginning =
        prose === undefined ? beginsAnswer(held) : readBeginning(prose);
      hasBegun = beginning === "yes";
      if (!hasBegun) return { answer: "", isOver: beginning === "no" };
    }
    const isProse = prose !== undefined;
    const answer = held.slice(
      0,
      settledEnd(isProse ? held.replace(CALL_BEGINNING, "") : held),
    );
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

/** The complete answer is needed to separate it from the JSON around it. */
const OBJECT_BEGINNING = /^(?:```(?:json)?\s*)?\{/;
const FENCE_BEGINNING = /^`{1,3}(?:j|js|jso|json)?\s*$/;

function beginsAnswer(text: string): Beginning {
  if (OBJECT_BEGINNING.test(text)) return "no";
  const isOpen = FENCE_BEGINNING.test(text) || mayBeNoAnswer(text);
  return text === "" || isOpen ? "open" : "yes";
}

/** JSON, tags and surrounding blocks, with which prose does not begin. */
const FORMAT_START =
  /^["'\s]*(?:`?[{[｛［<~]|```|finish\[|[\w.-]{1,64}(?: ?[([【［（]|(?<=\w)\s*\{))/i;
const FORMAT_BEGINNING =
  /^["'\s]*(?:`{1,2}|f|fi|fin|fini|finis|finish|j|js|jso|json)?$/i;
/** A first word, which a following bracket may turn into a call. */
const NAME = /^["'\s]*[\w.-]{1,64}(?:(?<=\w)\n)?$/;
/**
 * A code block with a language is prose; one without may hold a reply format.
 */
const CODE_START =
  /^```(?!json|tool|action|te?xt|plain|markdown|md|react|vis|think)[a-z][\w+#.-]{0,20}[ \t]*\n/i;
const OPEN_FENCE = /^```[\w+#.-]{0,20}[ \t]*$/;

/** A sentence and some of the next, or much text without an end. */
const SENTENCE = /(?:[.!?…][\s"')]|[。！？；]|\n)\s*[^\s][^]{11}|[^]{160}/;
/** Three words, or the like without spaces: more than a name. */
const WORDS = /\S\s+\S+\s+\S|\P{ASCII}{6}/u;
/** Prose that speaks of a tool or a plan leads up to an action, or is longer. */
const MAX_PLAN = 400;
const PLAN =
  /\btools?\b|\b(?:i|we)(?:'ll| will| need| have| must| should| want|'m going)\b|\bi (?:first|now)\b|\blet(?:'s| me)\b|\bnext\b|工具|我(?:需要|要|将|会|先|来)|让我/;

/** A line that may be a call: `Search[tides]` */
const CALL_BEGINNING = /\n[ \t]*[\w-]{1,40}(?:\[[^\n]{0,900})?$/;

function mayLeadToAction(
  text: string,
  { tools, isOverdue }: { tools: readonly string[]; isOverdue: boolean },
): boolean {
  if (/[:：]$/.test(text)) return true;
  if (!SENTENCE.test(text) && !(isOverdue && WORDS.test(text))) return true;
  if (text.length > MAX_PLAN) return false;
  const words = text.toLowerCase().replaceAll("’", "'");
  return (
    PLAN.test(words) || tools.some((tool) => words.includes(tool.toLowerCase()))
  );
}

function beginsProse(
  beginning: string,
  prose: "at-once" | { tools: readonly string[]; isOverdue: boolean },
): Beginning {
  const text = beginning.trimEnd();
  const isFenceOpen = OPEN_FENCE.test(beginning);
  const isCode = isFenceOpen || CODE_START.test(beginning);
  if (beginning.length > MAX_HELD || (FORMAT_START.test(text) && !isCode))
    return "no";
  const isOpen =
    (prose !== "at-once" && mayLeadToAction(text, prose)) ||
    isFenceOpen ||
    FORMAT_BEGINNING.test(text) ||
    NAME.test(beginning) ||
    isFragment(text) ||
    mayBeNoAnswer(text) ||
    mayAnnounceTool(beginning);
  return isOpen ? "open" : "yes";
}

function settledEnd(text: string): number {
  let end = wholeEnd(text);
  while (end > 0 && /[\s\u200B\u2060*]/.test(text.charAt(end - 1))) end--;
  return end;
}

/** Excludes the first half of a surrogate pair at the end. */
export function wholeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
