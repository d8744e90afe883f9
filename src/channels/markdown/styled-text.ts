/** Style of a run, limited to what chats support. */
export interface Style {
  /** `folded`: shows a few lines until it is tapped. */
  readonly quote?: "open" | "folded";
  /** Link target. */
  readonly link?: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly strikethrough?: true;
  /** Inline code. */
  readonly code?: true;
  /** Code block: its language, or empty. */
  readonly pre?: string;
}

/** Text of one style; never empty. */
export interface Run {
  readonly text: string;
  readonly style: Style;
}

/** Runs of text. It can be cut anywhere, and each piece keeps its style. */
export type StyledText = readonly Run[];

export const PLAIN: Style = {};

/** Clients do not take what follows as a part of an address before it. */
export const SENTENCE_END = /^[.,;:!?)]{0,8}(?:\s|$)/;

export function styled(text: string, style: Style = PLAIN): StyledText {
  return text === "" ? [] : [{ text, style }];
}

export function plainText(text: StyledText): string {
  return text.map((run) => run.text).join("");
}

/** Slices by UTF-16 units. */
export function sliceStyledText(
  text: StyledText,
  start: number,
  end = Number.POSITIVE_INFINITY,
): StyledText {
  let offset = 0;
  return text.flatMap((run) => {
    const from = Math.max(0, start - offset);
    const to = Math.max(0, end - offset);
    offset += run.text.length;
    return styled(run.text.slice(from, to), run.style);
  });
}

/** Joins all non-empty texts. */
export function joinStyledTexts(
  texts: readonly StyledText[],
  separator: StyledText,
): StyledText {
  return texts
    .filter((text) => text.length > 0)
    .flatMap((text, index) => (index === 0 ? text : [...separator, ...text]));
}

/** Removes links that the platform would reject; keeps their text. */
export function withoutLinks(
  text: StyledText,
  isRejected: (link: string) => boolean,
): StyledText {
  return text.map((run): Run => {
    const { link, ...style } = run.style;
    return link !== undefined && isRejected(link) ? { ...run, style } : run;
  });
}

/**
 * Merges adjacent runs of one style, because adjacent marks would be parsed
 * differently.
 */
export function mergeAlike(runs: StyledText): StyledText {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && isAlike(last.style, run.style))
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  return merged;
}

function isAlike(one: Style, other: Style): boolean {
  return LOOKS.every((look) => one[look] === other[look]);
}

const LOOKS = [
  "quote",
  "link",
  "bold",
  "italic",
  "strikethrough",
  "code",
  "pre",
] as const satisfies readonly (keyof Style)[];
