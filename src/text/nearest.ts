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
