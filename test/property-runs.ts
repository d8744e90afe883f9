const TIMES = Number(process.env["PROPERTY_TIMES"] ?? 1);

/**
 * How many cases a property test tries: enough in `npm test` to notice what
 * breaks it. `PROPERTY_TIMES=20 npm test` tries 20 times as many.
 */
export function runs(count: number): number {
  return Math.ceil(count * TIMES);
}
