import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

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
