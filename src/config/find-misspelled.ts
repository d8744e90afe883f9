import type { ConfigurationProblem } from "../errors.ts";

/** A variable that is set but unknown, and similar to a known one. */
export interface Misspelling {
  readonly variable: string;
  readonly likely: string;
}

/** Short names are similar by chance. */
const MIN_LENGTH = 6;
const MAX_EDITS = 2;

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
    const distances = known.map((likely) => ({
      likely,
      edits: countEdits(variable.toUpperCase(), likely),
    }));
    const [nearest] = distances.toSorted((one, two) => one.edits - two.edits);
    return nearest !== undefined && nearest.edits <= MAX_EDITS
      ? [{ variable, likely: nearest.likely }]
      : [];
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

/**
 * Edit distance with swaps of neighbours (optimal string alignment). Returns
 * `Infinity` if the lengths differ by more than `MAX_EDITS`.
 */
function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_EDITS) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
