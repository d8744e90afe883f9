import { DAY_MS } from "../budget-days.ts";
import { type Key, toSortKey } from "./keys.ts";

/** A day is of no use when the day after it is over. In seconds since the epoch. */
export function expiryOf(day: number): number {
  return ((day + 2) * DAY_MS) / 1000;
}

/** Where a person's sums of a day are: a partition of its own, so that many people never wait for each other. */
export function dayKey(day: number, person: string): Key {
  return { pk: toSortKey("budget", String(day), person), sk: "day" };
}

/** Where it is noted that a message was counted. */
export function messageKey(day: number, person: string, id: string): Key {
  const { pk } = dayKey(day, person);
  return { pk, sk: toSortKey("message", id) };
}
