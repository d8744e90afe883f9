import { mayBecomeNoAnswer } from "../reading/resolve-tool.ts";

/** What only the whole answer tells from JSON around it. */
const OBJECT_BEGINNING = /^(?:```(?:json)?\s*)?\{/;
const FENCE_BEGINNING = /^`{1,3}(?:j|js|jso|json)?\s*$/;
/** Of a longer reply the rest is not handed out before its end. */
export const MAX_STREAMED_LENGTH = 128 * 1024;
/** More blanks than an answer has. */
const MAX_PENDING = 1_000;

/**
 * Hands out an answer that comes in pieces, except what the whole may be without: an answer that may still turn out to
 * be none or, where it `isLabelled`, JSON; its blanks and bold at the end; half of a character.
 */
export function createAnswerText({
  isLabelled,
}: {
  isLabelled: boolean;
}): (piece: string) => string {
  let pending = "";
  let hasBegun = false;
  let isOver = false;

  const begin = (): void => {
    const text = isLabelled ? pending.trimStart() : pending;
    if (text.trim() === "" || mayBecomeNoAnswer(text)) return;
    if (isLabelled && FENCE_BEGINNING.test(text)) return;
    isOver = isLabelled && OBJECT_BEGINNING.test(text);
    hasBegun = !isOver;
    pending = text;
  };

  return (piece) => {
    if (isOver) return "";
    pending += piece;
    if (!hasBegun) begin();
    const known = hasBegun
      ? pending.slice(0, isLabelled ? settledEnd(pending) : wholeEnd(pending))
      : "";
    pending = pending.slice(known.length);
    isOver ||= pending.length > MAX_PENDING;
    return known;
  };
}

function settledEnd(text: string): number {
  let end = wholeEnd(text);
  while (end > 0 && /[\s\u200B\u2060*]/.test(text.charAt(end - 1))) end--;
  return end;
}

/** Without the first half of a surrogate pair. */
function wholeEnd(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}

/** Writes all line ends of a text that comes in pieces as `\n`. A carriage return at a piece's end waits for the next. */
export function createLineFeeds(): (piece: string) => string {
  let isReturnDue = false;
  return (piece) => {
    const text = isReturnDue ? `\r${piece}` : piece;
    isReturnDue = text.endsWith("\r");
    const known = isReturnDue ? text.slice(0, -1) : text;
    return known.replaceAll(/\r\n?/g, "\n");
  };
}
