import type { Decision } from "./decision.ts";
import type { Label } from "./find-labels.ts";

/** A label to be read: the one at `index`. */
export interface LabelPlace {
  /** The cleaned reply. */
  readonly text: string;
  /** All of its labels. */
  readonly labels: readonly Label[];
  readonly index: number;
  readonly tools: readonly string[];
}

/** `none`: the label decides nothing, what follows may. `fallback`: what to say if nothing does. */
export type LabelFinding =
  | { readonly kind: "decision"; readonly decision: Decision }
  | { readonly kind: "none"; readonly fallback?: Decision };

export const REPEATS_EXAMPLE =
  "It repeats the example instead of filling it in.";

export function decided(decision: Decision): LabelFinding {
  return { kind: "decision", decision };
}

export function unreadable(
  reason: string,
  { isOpen }: { isOpen: boolean },
): LabelFinding {
  return decided({ kind: "unreadable", reason, isOpen });
}

export function noneWith(reason: string): LabelFinding {
  return { kind: "none", fallback: { kind: "unreadable", reason } };
}
