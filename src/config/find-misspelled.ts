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

const MAX_EDITS = 2;

/**
 * The known word that a mistyped one most likely means, in any case;
 * `undefined` if none is within two edits of it.
 */
function findNearest<Word extends string>(
  mistyped: string,
  known: readonly Word[],
): Word | undefined {
  const [nearest] = known
    .map((word) => ({
      word,
      edits: countEdits(mistyped.toLowerCase(), word.toLowerCase()),
    }))
    .toSorted((one, two) => one.edits - two.edits);
  return nearest !== undefined && nearest.edits <= MAX_EDITS
    ? nearest.word
    : undefined;
}

/** Levenshtein's distance; `Infinity` if the lengths differ by too much. */
function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_EDITS) return Infinity;
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
    }
    last = current;
  }
  return last[other.length] ?? 0;
}
