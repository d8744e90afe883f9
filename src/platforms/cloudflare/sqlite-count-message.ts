import type { CountedMessage, MessageCount } from "../../budget.ts";
import { dayOf, readDay } from "./sqlite-budget-days.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

const MINUTE_MS = 60_000;

/** A person's messages in one minute. */
interface MinuteCount {
  /** Since the epoch. */
  readonly minute: number;
  readonly messages: number;
  /** The id of the first one too many. */
  readonly firstExcess: string | null;
}

/**
 * One more of the person's messages; see `Budget`. Minutes begin with those of the clock. A message that has waited for
 * its turn counts in a later minute when others of that minute were counted before it.
 */
export function countMessage(
  database: SqliteDatabase,
  { id, person, at }: CountedMessage,
  { limit, now }: { limit: number; now: number },
): MessageCount {
  const day = dayOf(at);
  if (isCounted(database, { day, person, id })) return { kind: "counted" };

  const before = readMinute(readDay(database, day, person), at);
  const isTooMany = limit > 0 && before.messages >= limit;
  const firstExcess = before.firstExcess ?? (isTooMany ? id : null);
  writeMinute(database, {
    day,
    person,
    counted: isTooMany ? 0 : 1,
    count: { ...before, messages: before.messages + 1, firstExcess },
  });
  if (isTooMany) {
    const waitMs = Math.max((before.minute + 1) * MINUTE_MS - now, 0);
    return { kind: "limited", limit, waitMs, isFirst: firstExcess === id };
  }
  database.query(
    "INSERT INTO messages (day, person, id) VALUES (?, ?, ?)",
    day,
    person,
    id,
  );
  return { kind: "counted" };
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

/** What has come in that minute, or in a later one that is counted already. */
function readMinute(row: SqliteRow | undefined, at: number): MinuteCount {
  const minute = Math.floor(at / MINUTE_MS);
  const last = Number(row?.["minute"] ?? 0);
  if (last < minute) return { minute, messages: 0, firstExcess: null };
  const firstExcess = row?.["first_excess"];
  return {
    minute: last,
    messages: Number(row?.["messages_in_minute"]),
    firstExcess: typeof firstExcess === "string" ? firstExcess : null,
  };
}

function writeMinute(
  { query }: SqliteDatabase,
  {
    day,
    person,
    counted,
    count: { minute, messages, firstExcess },
  }: { day: number; person: string; counted: 0 | 1; count: MinuteCount },
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
    firstExcess,
  );
}
