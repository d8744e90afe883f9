/** Three or more backticks or tildes that open or close a code block. */
export interface Fence {
  readonly start: number;
  readonly mark: string;
  /** The text after the mark; empty for a closing fence. */
  readonly language: string;
}

/** A closed code block. */
export interface CodeBlock {
  readonly start: number;
  readonly language: string;
  /** Start of the closing fence. */
  readonly contentEnd: number;
  readonly end: number;
}

/** A reply with more is broken anyway; the others are ignored. */
export const MAX_FENCES = 400;
/** A fence may open after other text on its line. */
const FENCE =
  /(?<!`)(`{3,})([\w+#.-]*)[ \t]*$|^[ \t]*(`{3,}|~{3,})([\w+#.-]*)/gm;

/** The outermost code blocks, in order. */
export function findCodeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: Fence | undefined;
  for (const fence of findFences(text)) {
    const next = followFence(open, fence);
    if (open !== undefined && next === undefined)
      blocks.push({
        start: open.start,
        language: open.language,
        contentEnd: fence.start,
        end: fence.start + fence.mark.length,
      });
    open = next;
  }
  return blocks;
}

/**
 * Creates a test whether an offset is in one of the spans. Call it with
 * increasing offsets.
 */
export function createSpanTest(
  spans: readonly { readonly start: number; readonly end: number }[],
): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while ((spans[next]?.end ?? Infinity) <= offset) next++;
    return offset >= (spans[next]?.start ?? Infinity);
  };
}

/** All fences of a text or of a complete line, in order. */
export function findFences(text: string): Fence[] {
  const fences: Fence[] = [];
  for (const match of text.matchAll(FENCE)) {
    const mark = match[1] ?? match[3] ?? "";
    const language = match[2] ?? match[4] ?? "";
    fences.push({
      start: match.index + match[0].indexOf(mark),
      mark,
      language,
    });
    if (fences.length === MAX_FENCES) break;
  }
  return fences;
}

/** The fence that is open after `next`. */
export function followFence(
  open: Fence | undefined,
  next: Fence,
): Fence | undefined {
  if (open === undefined) return next;
  const isClosing = next.mark.startsWith(open.mark) && next.language === "";
  return isClosing ? undefined : open;
}
