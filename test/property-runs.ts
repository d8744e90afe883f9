const TIMES = Number(process.env["PROPERTY_TIMES"] ?? 1);

/**
 * How many cases a property test tries: enough in `npm test` to notice what
 * breaks it. `PROPERTY_TIMES=20 npm test` tries 20 times as many.
 */
export function runs(count: number): number {
  return Math.ceil(count * TIMES);
}

/**
 * `runs(count)` of the items, evenly spaced, and others for each turn: together
 * the turns try all.
 */
export function pick<Item>(
  items: readonly Item[],
  { count, turn }: { count: number; turn: number },
): readonly Item[] {
  const step = Math.max(1, Math.floor(items.length / runs(count)));
  return items.filter((_, index) => index % step === turn % step);
}
