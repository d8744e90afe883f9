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
export function createObjectGuard(): (piece: string) => string {
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
