import type {
  Budget,
  BudgetLimits,
  BudgetScope,
  CallUsage,
} from "../../budget.ts";
import {
  dayOf,
  EVERYBODY,
  toPersonUsage,
  untilTomorrow,
} from "../budget-days.ts";
import { forgetDaysBefore, readDay } from "./sqlite-budget-days.ts";
import { migrateBudget } from "./sqlite-budget-schema.ts";
import { countMessage } from "./sqlite-count-message.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * The budget in an SQLite database. A day's sums hold what was reserved, too, so that a limit is looked up in two rows,
 * and a reservation that is never settled needs no clearing up.
 */
export function createSqliteBudget({
  database,
  limits,
  now = Date.now,
}: {
  database: SqliteDatabase;
  limits: BudgetLimits;
  now?: () => number;
}): Budget {
  const { query, transaction } = database;
  migrateBudget(database);

  let cleanedOn: number | undefined;
  const beginDay = (): number => {
    const today = dayOf(now());
    if (cleanedOn !== today) forgetDaysBefore(database, today - 1);
    cleanedOn = today;
    return today;
  };

  return {
    limits,

    countMessage: async (message) =>
      transaction(() => {
        beginDay();
        const options = { limit: limits.messagesPerMinute, now: now() };
        return countMessage(database, message, options);
      }),

    reserve: async ({ id, person, tokens }, { settled }) =>
      transaction(() => {
        const day = beginDay();
        settle(database, settled);
        if (isReserved(database, id)) return { kind: "reserved" };
        const scope = findSpent(database, { day, person, tokens, limits });
        if (scope !== undefined)
          return { kind: "spent", scope, waitMs: untilTomorrow(now()) };
        query(
          "INSERT INTO reservations (id, day, person, tokens) VALUES (?, ?, ?, ?)",
          id,
          day,
          person,
          tokens,
        );
        book(database, { day, person, tokens });
        return { kind: "reserved" };
      }),

    settle: async (calls) => transaction(() => settle(database, calls)),

    usageOf: async (person) =>
      toPersonUsage(readDay(database, dayOf(now()), person), now()),
  };
}

function findSpent(
  database: SqliteDatabase,
  {
    day,
    person,
    tokens,
    limits: { userDailyTokens, globalDailyTokens },
  }: { day: number; person: string; tokens: number; limits: BudgetLimits },
): BudgetScope | undefined {
  const isBeyond = (limit: number, who: string): boolean => {
    const booked = Number(readDay(database, day, who)?.["tokens"] ?? 0);
    return limit > 0 && booked + tokens > limit;
  };
  if (isBeyond(userDailyTokens, person)) return "person";
  return isBeyond(globalDailyTokens, EVERYBODY) ? "everybody" : undefined;
}

function isReserved({ query }: SqliteDatabase, id: string): boolean {
  return query("SELECT 1 FROM reservations WHERE id = ?", id).length > 0;
}

function settle(database: SqliteDatabase, calls: readonly CallUsage[]): void {
  for (const { id, tokens } of calls) {
    const [reservation] = database.query(
      "DELETE FROM reservations WHERE id = ? RETURNING day, person, tokens",
      id,
    );
    if (reservation === undefined) continue;
    book(database, {
      day: Number(reservation["day"]),
      person: String(reservation["person"]),
      tokens: tokens - Number(reservation["tokens"]),
    });
  }
}

/** @param tokens below 0 where a call has used less than was reserved for it */
function book(
  { query }: SqliteDatabase,
  { day, person, tokens }: { day: number; person: string; tokens: number },
): void {
  for (const who of [person, EVERYBODY])
    query(
      `INSERT INTO days (day, person, tokens) VALUES (?, ?, ?)
       ON CONFLICT (day, person) DO UPDATE SET tokens = tokens + excluded.tokens`,
      day,
      who,
      tokens,
    );
}
