/** Sorts as times do, and precedes the keys of all that happens from then on. */
export function toTimeKey(at: number): string {
  return at === Infinity ? "~" : String(Math.max(at, 0)).padStart(15, "0");
}
