import { findNearest } from "../text/nearest.ts";
import type { ConfigurationProblem } from "../types/errors.ts";

/** A variable that is set but unknown, and similar to a known one. */
export interface Misspelling {
  readonly variable: string;
  readonly likely: string;
}

/** Short names are similar by chance. */
const MIN_LENGTH = 6;

/**
 * Finds likely typos. Other unknown names are ignored, since platforms set
 * variables of their own.
 */
export function findMisspelled(
  names: Iterable<string>,
  known: readonly string[],
): readonly Misspelling[] {
  return Array.from(names).flatMap((variable) => {
    if (known.includes(variable) || variable.length < MIN_LENGTH) return [];
    const likely = findNearest(variable, known);
    return likely === undefined ? [] : [{ variable, likely }];
  });
}

/**
 * Reported together with the problems that prevent the start, since it may have
 * caused them.
 */
export function describeMisspelling({
  variable,
  likely,
}: Misspelling): ConfigurationProblem {
  return {
    variable,
    problem: `is not a variable of Parley and does nothing; if ${likely} is meant, rename it`,
  };
}
