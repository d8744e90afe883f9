/** How a run of text looks: what chats can show, and no more. */
export interface Style {
  /** A folded one shows a few lines, and the rest when it is tapped. */
  readonly quote?: "open" | "folded";
  /** The address that the text leads to. */
  readonly link?: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly strikethrough?: true;
  /** Code within a line. */
  readonly code?: true;
  /** A block of code: its language, empty where it has none. */
  readonly pre?: string;
}

/** A stretch of text in one style. Never empty. */
export interface Run {
  readonly text: string;
  readonly style: Style;
}

/** Text in runs, one after the other: it can be cut anywhere, and every piece keeps its style. */
export type StyledText = readonly Run[];

export const PLAIN: Style = {};

export function styled(text: string, style: Style = PLAIN): StyledText {
  return text === "" ? [] : [{ text, style }];
}

/**
 * The style of a link, without one where nobody should open it: `javascript:` and its like, and `tg:` or `slack:`, which do things in
 * an app. A page that the model has read may ask for that.
 */
export function linkTo(address: string): Pick<Style, "link"> {
  const url = URL.parse(address);
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol)
    ? { link: url.href }
    : {};
}

export function plainText(text: StyledText): string {
  return text.map((run) => run.text).join("");
}

/** The text from `start` up to `end`, in UTF-16 units. */
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

/** All texts that are not empty, with the separator between them. */
export function joinStyledTexts(
  texts: readonly StyledText[],
  separator: StyledText,
): StyledText {
  return texts
    .filter((text) => text.length > 0)
    .flatMap((text, index) => (index === 0 ? text : [...separator, ...text]));
}
