/** Sorts as times do, and precedes the keys of all that happens from then on. */
export function toTimeKey(at: number): string {
  return String(Math.max(at, 0)).padStart(15, "0");
}
