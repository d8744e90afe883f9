import { mayAnnounceTool } from "../reading/announcement.ts";
import { isFragment } from "../reading/read-prose.ts";
import { createAnswerLines } from "./answer-lines.ts";
import { createAnswerText } from "./answer-text.ts";
import { createLineFeeds } from "./line-feeds.ts";
import { createMarkupSplitter, type Markup } from "./split-markup.ts";

/** An object in which an action may stand, with the fence around it. */
const OBJECT =
  /(?:`{3,}(?:json)?\s{0,9}){0,2}\{\s{0,99}(?:["'“‘`＂](?:action|tool|thought|function|final|command|calls?|name|type|id)|(?:action|tool|thought|function)\w{0,20}\s{0,9}[:：])/i;
/** What may become one when more text comes. */
const OBJECT_BEGINNING =
  /(?:(?:`{3,}(?:json)?\s{0,9}){0,2}\{\s{0,99}(?:["'“‘`＂]\w{0,12}|\w{0,30}\s{0,9})?|(?:`{3,}(?:json)?\s{0,9})?`+(?:j|js|jso|json)?\s{0,9})$/i;
/** JSON, tags, blocks around the whole: what an answer in prose does not begin with. */
const FORMAT_START = /^["'\s]*(?:[{[<~]|```|finish\[)/i;
const FORMAT_BEGINNING =
  /^["'\s]*(?:`{1,2}|f|fi|fin|fini|finis|finish|j|js|jso|json)?$/i;
const MAX_PENDING = 1_000;

/**
 * Hands out an answer in prose while it is written. Where the text is a format from its beginning on, or announces a
 * tool, nothing is; where a format may begin in the midst of it, nothing more is.
 */
export function createProseAnswer(): (piece: string) => string {
  const toLineFeeds = createLineFeeds();
  const split = createMarkupSplitter();
  const holdBackObjects = createObjectGuard();
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
    const prose = lines.push(holdBackObjects(markup.text));
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

  return (piece) => split(toLineFeeds(piece)).map(take).join("");
}

function createObjectGuard(): (piece: string) => string {
  let pending = "";
  let isOver = false;
  return (piece) => {
    if (isOver) return "";
    const text = pending + piece;
    const object = text.search(OBJECT);
    isOver = object !== -1;
    const tail = Math.max(0, text.length - 160);
    const partial = text.slice(tail).search(OBJECT_BEGINNING);
    const end = isOver ? object : partial === -1 ? text.length : tail + partial;
    pending = text.slice(end);
    return text.slice(0, end);
  };
}
