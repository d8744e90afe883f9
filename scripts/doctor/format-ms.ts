/** A length of time for people: `12 ms`, `1.3 s`, `2 min`. */
export function formatMs(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 119_950) return `${Number((ms / 1000).toFixed(1))} s`;
  return `${Math.round(ms / 60_000)} min`;
}
