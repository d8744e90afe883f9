import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

export const DAY_MS = 86_400_000;

/** Stands in the place of a person for the sum of all; nobody is called like that. */
export const EVERYBODY = "";

/** Days since the epoch, in UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

export function readDay(
  { query }: SqliteDatabase,
  day: number,
  person: string,
): SqliteRow | undefined {
  return query(
    "SELECT * FROM days WHERE day = ? AND person = ?",
    day,
    person,
  )[0];
}

export function forgetDaysBefore({ query }: SqliteDatabase, day: number): void {
  for (const table of ["days", "messages", "reservations"])
    query(`DELETE FROM ${table} WHERE day < ?`, day);
}
