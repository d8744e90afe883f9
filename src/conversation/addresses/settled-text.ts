const BLANK = /[\s<>]/;
const PUNCTUATION = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’«»…]/;

/**
 * Length of the beginning that is written the same way whatever follows: ends
 * before an address or a word that may go on, a tag, a formula, a table's first
 * lines.
 */
export function lengthOfSettled(
  text: string,
  { isTable }: { isTable: boolean },
): number {
  const settled = text.slice(0, startOfRun(text));
  const line = settled.lastIndexOf("\n") + 1;
  return Math.min(
    startOfTag(settled, line),
    ...startsOfFormulas(settled),
    startOfRule(settled, line),
    isTable ? settled.length : startOfTable(settled, line),
  );
}

/**
 * The start of the word or address at the end. Words of scripts without spaces
 * are written at once. In an address, an ideographic full stop may be a dot.
 */
function startOfRun(text: string): number {
  let start = text.length;
  let punctuation = -1;
  for (; start > 0 && !BLANK.test(text.charAt(start - 1)); start--)
    if (punctuation < 0 && PUNCTUATION.test(text.charAt(start - 1)))
      punctuation = start;
  const whole = text.slice(start);
  if (punctuation >= 0 && !/:[^“”‘’«»…，；！？]*$/.test(whole))
    start = punctuation;
  const run = text.slice(start);
  if (!/[.:@/\\]/.test(run)) {
    let end = text.length;
    while (end > start && /[\x21-\x7e]/.test(text.charAt(end - 1))) end--;
    return end;
  }
  return start + (/^\P{ASCII}+/u.exec(run)?.[0].length ?? 0);
}

/** Longer ones are no tags. */
const MAX_TAG = 2_000;

function startOfTag(text: string, line: number): number {
  const start = text.lastIndexOf("<");
  const isOpen = start >= line && text.indexOf(">", start) < 0;
  return isOpen && text.length - start < MAX_TAG ? start : text.length;
}

function startsOfFormulas(text: string): readonly number[] {
  const brackets = [
    ["\\(", "\\)"],
    ["\\[", "\\]"],
  ].map(([open = "", close = ""]) => {
    const start = text.lastIndexOf(open);
    return start > text.lastIndexOf(close) ? start : text.length;
  });
  const isOdd = text.split("$$").length % 2 === 0;
  return [...brackets, isOdd ? text.lastIndexOf("$$") : text.length];
}

/** A line that may become a rule, a mark, an underline or a definition. */
function startOfRule(text: string, line: number): number {
  return UNCLEAR.test(text.slice(line)) ? line : text.length;
}

const UNCLEAR =
  /^[ >]*(?:([*_`~-])(?:[ \t]*\1)*)?[ \t]*$|^ {0,3}\[(?!\^)[^\]\n]*\]:/;

/** A line with bars heads a table if such a line follows. */
function startOfTable(text: string, line: number): number {
  const before = text.lastIndexOf("\n", line - 2) + 1;
  const last = text.slice(line);
  if (/^[ \t>]*[-|: \t]*$/.test(last) && text.slice(before, line).includes("|"))
    return before;
  return last.includes("|") ? line : text.length;
}
