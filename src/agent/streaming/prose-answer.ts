import { mayAnnounceTool } from "../reading/announcement.ts";
import { isFragment } from "../reading/read-prose.ts";
import { createAnswerLines } from "./answer-lines.ts";
import { createAnswerText } from "./answer-text.ts";
import { createLineFeeds } from "./line-feeds.ts";
import { createObjectGuard } from "./object-guard.ts";
import { createMarkupSplitter, type Markup } from "./split-markup.ts";

/** JSON, tags, blocks around the whole: what an answer in prose does not begin with. */
const FORMAT_START = /^["'\s]*(?:[{[<~]|```|finish\[)/i;
const FORMAT_BEGINNING =
  /^["'\s]*(?:`{1,2}|f|fi|fin|fini|finis|finish|j|js|jso|json)?$/i;
const MAX_PENDING = 1_000;

export interface ProseAnswer {
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
    isOver ||= FORMAT_START.test(text) || beginning.length > MAX_PENDING;
    hasBegun =
      !isOver &&
      text !== "" &&
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
