/** Whole numbers, both ends included. */
export type Range = readonly [from: number, to: number];

/** Sorts ranges, and joins those that overlap or touch. */
export function join(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1)
      joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

export function includes(ranges: readonly Range[], number: number): boolean {
  return ranges.some(([from, to]) => from <= number && number <= to);
}

/** What lies within `[first, last]`. */
export function clip(
  ranges: readonly Range[],
  [first, last]: Range,
): readonly Range[] {
  return ranges
    .map(([from, to]): Range => [Math.max(from, first), Math.min(to, last)])
    .filter(([from, to]) => from <= to);
}

/** What of `[first, last]` lies outside of sorted ranges. */
export function gapsIn(
  ranges: readonly Range[],
  [first, last]: Range,
): readonly Range[] {
  const starts = [first, ...ranges.map(([, to]) => to + 1)];
  const ends = [...ranges.map(([from]) => from - 1), last];
  const gaps = starts.map((from, index): Range => [from, ends[index] ?? last]);
  return clip(gaps, [first, last]);
}

/** How many numbers separate ranges include. */
export function countIn(ranges: readonly Range[]): number {
  return ranges.reduce((count, [from, to]) => count + to - from + 1, 0);
}
