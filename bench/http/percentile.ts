/** Returns the given percentile (nearest rank); 0 if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(rank - 1, 0)] ?? 0;
}
