import type { Draft, Style } from "./draft.ts";

/**
 * A way in which models deviate from a format. Deviations of one slot exclude
 * each other.
 */
export interface Deviation {
  readonly slot: string;
  readonly name: string;
  readonly apply: (draft: Draft) => Partial<Draft>;
  readonly fits: (draft: Draft) => boolean;
}

export const isWritten =
  (styles: readonly Style[], kind?: "action" | "answer") =>
  ({ style, decision }: Draft): boolean =>
    styles.includes(style) && (kind === undefined || decision.kind === kind);

export const hasObject = ({ style, decision }: Draft): boolean =>
  style === "object" || (decision.kind === "action" && style !== "lines");
export const hasJson = (draft: Draft): boolean =>
  hasObject(draft) ||
  (draft.style === "lines" &&
    draft.decision.kind === "action" &&
    typeof draft.decision.input !== "string");
/** Labelled lines with an object as the input. */
export const hasObjectInput = (draft: Draft): boolean =>
  draft.style === "lines" && hasJson(draft);
export const hasFence = (draft: Draft): boolean =>
  hasObject(draft) && draft.style !== "call";
export const isLabelled = isWritten(["block", "lines"]);
export const isAction = ({ decision }: Draft): boolean =>
  decision.kind === "action";
export const isMarked = ({ style, decision }: Draft): boolean =>
  style !== "call" || decision.kind === "action";

export function group(
  slot: string,
  fits: (draft: Draft) => boolean,
  table: Readonly<Record<string, (draft: Draft) => Partial<Draft>>>,
): Deviation[] {
  return Object.entries(table).map(([name, apply]) => ({
    slot,
    name: `${slot}: ${name}`,
    apply,
    fits,
  }));
}
