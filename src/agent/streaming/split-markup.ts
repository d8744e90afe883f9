import { REASONING_TAG, SPECIAL_TOKEN } from "../reading/clean-reply.ts";

/** A stretch of what a model writes. */
export type Markup =
  | { readonly kind: "text"; readonly text: string }
  /** `<think>` and the like. */
  | {
      readonly kind: "reasoning";
      readonly text: string;
      readonly isClosing: boolean;
    }
  /** A special token, or what a native call begins with. */
  | { readonly kind: "token" | "call"; readonly text: string };

const CALL =
  /<(?:tool_call|function_calls?|minimax:tool_call)>|<(?:｜DSML｜)?(?:invoke|function)[\s=]|\[TOOL_CALLS\]/;
const MARK = new RegExp(
  `(?<call>${CALL.source})|(?<reasoning>${REASONING_TAG.source})|${SPECIAL_TOKEN.source}|<\\/?s>`,
  "gi",
);
const MARK_START = /[<[◁]/;
/** What may become one when more text comes. */
const BEGINNING =
  /(?:<\/?(?:[|｜]?[\w▁:]{0,41}){0,2}[|｜]?|\[\/?\w{0,10}|◁\/?\w{0,5})$/;
const MAX_BEGINNING = 60;

/**
 * Tells markup of the model's own machinery from the text that comes in pieces. What may be its beginning is held back
 * until that is known.
 */
export function createMarkupSplitter(): (piece: string) => Markup[] {
  let pending = "";
  /** The character in front of it. */
  let before = "";

  return (piece) => {
    if (pending === "" && !MARK_START.test(piece)) {
      before = piece.slice(-1) || before;
      return [{ kind: "text", text: piece }];
    }
    const text = before + pending + piece;
    const parts: Markup[] = [];
    let from = before.length;
    let held: number | undefined;
    const take = (part: Markup): void => {
      if (part.text !== "") parts.push(part);
      from += part.text.length;
    };
    for (const match of text.matchAll(MARK)) {
      const markup = toMarkup(match);
      take({ kind: "text", text: text.slice(from, match.index) });
      const isAtEnd = from + markup.text.length === text.length;
      // The quote after a tag that is only mentioned may not have arrived yet.
      if (markup.kind === "reasoning" && isAtEnd) held = from;
      else take(markup);
    }
    held ??= findBeginning(text, from);
    take({ kind: "text", text: text.slice(from, held) });
    pending = text.slice(from);
    before = text.charAt(from - 1);
    return parts;
  };
}

function findBeginning(text: string, from: number): number {
  const tail = Math.max(from, text.length - MAX_BEGINNING);
  const index = text.slice(tail).search(BEGINNING);
  return index === -1 ? text.length : tail + index;
}

function toMarkup(match: RegExpExecArray): Markup {
  const [text] = match;
  const { call, reasoning } = match.groups ?? {};
  if (call !== undefined) return { kind: "call", text };
  return reasoning === undefined
    ? { kind: "token", text }
    : { kind: "reasoning", text, isClosing: text.includes("/") };
}
