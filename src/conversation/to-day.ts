/** The day in UTC, e.g. `2026-11-22`. */
export function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, "2026-11-22".length);
}
