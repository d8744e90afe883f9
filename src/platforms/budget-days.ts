export const DAY_MS = 86_400_000;

/** Stands in the place of a person for the sum of all; nobody is called like that. */
export const EVERYBODY = "";

/** Days since the epoch, in UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}
