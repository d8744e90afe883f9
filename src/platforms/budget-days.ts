import type { PersonUsage } from "../budget.ts";

export const DAY_MS = 86_400_000;

/** Stands in the place of a person for the sum of all; nobody is called like that. */
export const EVERYBODY = "";

/** Days since the epoch, in UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** What a day's sums say of a person; `undefined` for one who has no sums yet. */
export function toPersonUsage(
  sums: Readonly<Record<string, unknown>> | undefined,
  time: number,
): PersonUsage {
  return {
    tokens: Number(sums?.["tokens"] ?? 0),
    messages: Number(sums?.["messages"] ?? 0),
    waitMs: untilTomorrow(time),
  };
}

/** In milliseconds. */
export function untilTomorrow(time: number): number {
  return DAY_MS - (time % DAY_MS);
}
