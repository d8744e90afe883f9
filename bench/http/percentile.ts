/** The value that so many percent of them do not exceed; 0 where there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(rank - 1, 0)] ?? 0;
}
