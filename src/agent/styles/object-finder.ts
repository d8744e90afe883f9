/** The beginning of the format's object: one of its own keys comes first, so that JSON in prose is not taken for it. */
const OBJECT_START = /\{\s*"(?:thought|action|action_input)"/y;
/** What may still become one when more text comes. */
const BEGINNING = /\{\s*(?:"\w*)?$/y;
const OPENING = "<think>";
const CLOSING = "</think>";

/** Finds where the object begins in a text that grows; looks at no piece of it twice, and not into `<think>…</think>`. */
export function createObjectFinder(): (text: string) => number | undefined {
  let from = 0;
  let isReasoning = false;

  const skipReasoning = (text: string): void => {
    const closing = text.indexOf(CLOSING, from);
    isReasoning = closing === -1;
    // The end may hold the first half of the closing tag.
    from = isReasoning
      ? Math.max(from, text.length - CLOSING.length + 1)
      : closing + CLOSING.length;
  };

  return (text) => {
    for (;;) {
      if (isReasoning) skipReasoning(text);
      if (isReasoning) return undefined;
      const next = text.slice(from).search(/[{<]/);
      from = next === -1 ? text.length : from + next;
      if (from === text.length) return undefined;
      if (matchesAt(OBJECT_START, text, from)) return from;
      const rest = text.slice(from, from + OPENING.length);
      if (OPENING.startsWith(rest) && rest.length < OPENING.length)
        return undefined;
      if (matchesAt(BEGINNING, text, from)) return undefined;
      isReasoning = rest === OPENING;
      from += isReasoning ? OPENING.length : 1;
    }
  };
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}
