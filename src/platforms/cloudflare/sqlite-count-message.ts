import type { CountedMessage, MessageCount } from "../../budget.ts";
import { dayOf } from "../budget-days.ts";
import { countInMinute, type MinuteCount } from "../count-in-minute.ts";
import { readDay } from "./sqlite-budget-days.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

/** One more of the person's messages; see `Budget` and `countInMinute`. */
export function countMessage(
  database: SqliteDatabase,
  { id, person, at }: CountedMessage,
  { limit, now }: { limit: number; now: number },
): MessageCount {
  const day = dayOf(at);
  if (isCounted(database, { day, person, id })) return { kind: "counted" };

  const last = readMinute(readDay(database, day, person));
  const { count, after } = countInMinute(last, { id, at, limit, now });
  const isCountedNow = count.kind === "counted";
  writeMinute(database, { day, person, counted: isCountedNow ? 1 : 0, after });
  if (isCountedNow)
    database.query(
      "INSERT INTO messages (day, person, id) VALUES (?, ?, ?)",
      day,
      person,
      id,
    );
  return count;
}

function isCounted(
  { query }: SqliteDatabase,
  { day, person, id }: { day: number; person: string; id: string },
): boolean {
  const rows = query(
    "SELECT 1 FROM messages WHERE day = ? AND person = ? AND id = ?",
    day,
    person,
    id,
  );
  return rows.length > 0;
}

function readMinute(row: SqliteRow | undefined): MinuteCount {
  const firstExcess = row?.["first_excess"];
  return {
    minute: Number(row?.["minute"] ?? 0),
    messages: Number(row?.["messages_in_minute"] ?? 0),
    firstExcess: typeof firstExcess === "string" ? firstExcess : undefined,
  };
}

function writeMinute(
  { query }: SqliteDatabase,
  {
    day,
    person,
    counted,
    after: { minute, messages, firstExcess },
  }: { day: number; person: string; counted: 0 | 1; after: MinuteCount },
): void {
  query(
    `INSERT INTO days (day, person, messages, minute, messages_in_minute, first_excess) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (day, person) DO UPDATE SET
       messages = messages + excluded.messages,
       minute = excluded.minute,
       messages_in_minute = excluded.messages_in_minute,
       first_excess = excluded.first_excess`,
    day,
    person,
    counted,
    minute,
    messages,
    firstExcess ?? null,
  );
}
