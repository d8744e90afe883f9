/** Three or more backticks or tildes, where a block of code opens or closes. */
export interface Fence {
  readonly start: number;
  readonly mark: string;
  /** The text after the mark; empty where a block closes. */
  readonly language: string;
}

/** A block of code that is closed. */
export interface CodeBlock {
  readonly start: number;
  readonly language: string;
  /** Where the closing fence begins. */
  readonly contentEnd: number;
  readonly end: number;
}

/** A reply with more went wrong long before; later ones are ignored. */
export const MAX_FENCES = 400;
/** A fence may open after other text on its line. */
const FENCE =
  /(?<!`)(`{3,})([\w+#.-]*)[ \t]*$|^[ \t]*(`{3,}|~{3,})([\w+#.-]*)/gm;

/** The blocks in order; one in another belongs to it. */
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

/** Whether an offset is in one of the spans; to be asked for growing offsets. */
export function createSpanTest(
  spans: readonly { readonly start: number; readonly end: number }[],
): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while ((spans[next]?.end ?? Infinity) <= offset) next++;
    return offset >= (spans[next]?.start ?? Infinity);
  };
}

/** The fences of a text, or of a whole line of it, in order. */
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

/** Which fence is open after `next`. */
export function followFence(
  open: Fence | undefined,
  next: Fence,
): Fence | undefined {
  if (open === undefined) return next;
  const isClosing = next.mark.startsWith(open.mark) && next.language === "";
  return isClosing ? undefined : open;
}
