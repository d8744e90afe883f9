import { isFragment, mayAnnounceTool } from "../reading/read-prose.ts";
import { createAnswerLines } from "./answer-lines.ts";
import { createAnswerText, createLineFeeds } from "./answer-text.ts";
import { createMarkupSplitter, type Markup } from "./split-markup.ts";

/** JSON, tags, blocks around the whole: what an answer in prose does not begin with. */
const FORMAT_START = /^["'\s]*(?:[{[｛［<~]|```|finish\[)/i;
const FORMAT_BEGINNING =
  /^["'\s]*(?:`{1,2}|f|fi|fin|fini|finis|finish|j|js|jso|json)?$/i;
/** Code in a language is prose; a block without one may be a format, as those of machinery are. */
const CODE_START =
  /^```(?!json|tool|action|te?xt|plain|markdown|md|react|vis|think)[a-z][\w+#.-]{0,20}[ \t]*\n/i;
const OPEN_FENCE = /^```[\w+#.-]{0,20}[ \t]*$/;
const MAX_PENDING = 1_000;

interface ProseAnswer {
  /** Takes a piece of the reply; gives what of it may go out. */
  push(piece: string): string;
  /** Nothing more goes out: what comes may be another format. */
  readonly isOver: boolean;
}

/**
 * Hands out an answer in prose while it is written. Where the text is a format from its beginning on, or announces a
 * tool, nothing is; where a format may begin in the midst of it, nothing more is.
 */
export function createProseAnswer(): ProseAnswer {
  const toLineFeeds = createLineFeeds();
  const split = createMarkupSplitter();
  const guard = createObjectGuard();
  const lines = createAnswerLines({
    ends: (kind) =>
      beginning === "" ||
      kind === "action" ||
      kind === "final" ||
      kind === "thought",
    needsNext: () => false,
  });
  const handOut = createAnswerText({ isLabelled: true });
  let beginning = "";
  let hasBegun = false;
  let isReasoning = false;
  let isOver = false;

  const take = (markup: Markup): string => {
    if (markup.kind === "reasoning" && !hasBegun && beginning === "")
      isReasoning = !markup.isClosing;
    else if (markup.kind !== "text" && !isReasoning) isOver = true;
    if (isOver || isReasoning || markup.kind !== "text") return "";
    const prose = lines.push(guard(markup.text));
    isOver = lines.state !== "open";
    if (hasBegun) return handOut(prose);
    beginning = (beginning + prose).replace(/^[\s\u200B\u2060]+/, "");
    return begin();
  };

  const begin = (): string => {
    const text = beginning.trimEnd();
    const isFenceOpen = OPEN_FENCE.test(beginning);
    const isCode = isFenceOpen || CODE_START.test(beginning);
    isOver ||=
      (FORMAT_START.test(text) && !isCode) || beginning.length > MAX_PENDING;
    hasBegun =
      !isOver &&
      text !== "" &&
      !isFenceOpen &&
      !FORMAT_BEGINNING.test(text) &&
      !isFragment(text) &&
      !mayAnnounceTool(beginning);
    return hasBegun ? handOut(beginning) : "";
  };

  return {
    push: (piece) => split(toLineFeeds(piece)).map(take).join(""),
    get isOver() {
      return isOver;
    },
  };
}

/** An object in which an action may stand. */
const OBJECT =
  /\{\s{0,99}(?:["'“‘`＂](?:action|tool|thought|function|final|command|calls?|name|type|id)|(?:action|tool|thought|function)\w{0,20}\s{0,9}[:：])/i;
/** What may become one when more text comes. */
const OBJECT_BEGINNING = /\{\s{0,99}(?:["'“‘`＂]\w{0,12}|\w{0,30}\s{0,9})?$/;
/** A fence that may belong to one. */
const FENCE = /`[`\s]{0,30}(?:j|js|jso|json)?[`\s]{0,9}$/;
const MAX_BEGINNING = 200;
const MAX_FENCE = 60;

/** Lets prose through that comes in pieces, up to an object in which an action may stand, or the fence around it. */
function createObjectGuard(): (piece: string) => string {
  let pending = "";
  let isOver = false;

  return (piece) => {
    if (isOver) return "";
    const text = pending + piece;
    const object = text.search(OBJECT);
    isOver = object !== -1;
    const end = isOver
      ? object
      : findAtEnd(text, OBJECT_BEGINNING, MAX_BEGINNING);
    const known = text.slice(
      0,
      findAtEnd(text.slice(0, end), FENCE, MAX_FENCE),
    );
    pending = text.slice(known.length);
    return known;
  };
}

/** Where a pattern that reaches to the text's end begins; the end where none does. */
function findAtEnd(text: string, pattern: RegExp, maxLength: number): number {
  const tail = Math.max(0, text.length - maxLength);
  const index = text.slice(tail).search(pattern);
  return index === -1 ? text.length : tail + index;
}
