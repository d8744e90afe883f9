const MAX_EDITS = 2;

/**
 * The known word that a mistyped one most likely means, in any case;
 * `undefined` if none is within two edits of it.
 */
export function findNearest<Word extends string>(
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
