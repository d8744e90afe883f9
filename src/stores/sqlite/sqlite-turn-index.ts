import {
  TURN_OUTCOMES,
  type IndexedTurn,
  type TurnIndex,
  type TurnQuery,
} from "../../types/turn-index.ts";
import { addSums, toPage } from "../turn-pages.ts";
import { toIndexedTurn, toUsageSum } from "../turn-row.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { openTable } from "./sqlite-table.ts";

const TYPES = {
  conversation: "TEXT",
  number: "INTEGER",
  at: "INTEGER",
  outcome: "TEXT",
  id: "TEXT",
  channel: "TEXT",
  failure: "TEXT",
  thumb: "TEXT",
  model: "TEXT",
  endedAt: "INTEGER",
  inputTokens: "INTEGER",
  cachedInputTokens: "INTEGER",
  outputTokens: "INTEGER",
} as const satisfies Readonly<Record<keyof IndexedTurn, string>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `TYPES`
const COLUMNS = Object.keys(TYPES) as readonly (keyof typeof TYPES)[];

const DEFINITIONS = COLUMNS.map((column) => `${column} ${TYPES[column]}`);

const CREATE = [
  `CREATE TABLE IF NOT EXISTS turns (${DEFINITIONS.join(", ")}, PRIMARY KEY (conversation, number)) WITHOUT ROWID`,
  "CREATE INDEX IF NOT EXISTS turns_by_time ON turns (outcome, at, number, conversation)",
  "CREATE INDEX IF NOT EXISTS turns_by_thumb ON turns (thumb, at, number, conversation) WHERE thumb IS NOT NULL",
];

/** Updates the indexes only if the outcome or the rating changes. */
const PUT = `INSERT INTO turns VALUES (${COLUMNS.map(() => "?").join(", ")}) ON CONFLICT DO UPDATE SET ${COLUMNS.slice(
  2,
)
  .map((column) => `${column} = excluded.${column}`)
  .join(", ")}`;

const SUM = `SELECT at / 86400000 AS day, channel, model, count(*) AS turns,
  sum(outcome = 'failed') AS failed, sum(inputTokens) AS inputTokens,
  sum(cachedInputTokens) AS cachedInputTokens,
  sum(outputTokens) AS outputTokens
  FROM turns WHERE outcome = ? AND at >= ? AND at < ? GROUP BY 1, 2, 3`;

/** A condition and its values. */
type Condition = readonly [string, ...(string | number)[]];

const IS_NEWEST: Condition = [
  "NOT EXISTS (SELECT 1 FROM turns later WHERE later.conversation = turns.conversation AND later.number > turns.number)",
];

export interface ExpiringTurnIndex extends TurnIndex {
  /**
   * Erases expired rows. Returns when the next one expires, in epoch
   * milliseconds; `undefined` if none does.
   */
  expire(): number | undefined;
}

/**
 * Stores an index of turns in an SQLite database. Reading does not create the
 * table.
 * @param retentionMs 0: rows do not expire
 */
export function createSqliteTurnIndex({
  database: { transaction, sync, ...database },
  retentionMs,
  now = Date.now,
}: {
  database: SqliteDatabase;
  retentionMs: number;
  now?: () => number;
}): ExpiringTurnIndex {
  const { query, create } = openTable(database, "turns", CREATE);
  /** Rows of this time and earlier ones have expired. */
  const border = (): number => (retentionMs === 0 ? -1 : now() - retentionMs);

  const select = (
    base: Condition,
    { channel, thumb, isNewestOnly, before, limit }: TurnQuery,
  ): readonly IndexedTurn[] => {
    const conditions: Condition[] = [base, ["at > ?", border()]];
    if (before !== undefined)
      conditions.push([
        "(at, number, conversation) < (?, ?, ?)",
        before.at,
        before.number,
        before.conversation,
      ]);
    if (channel !== undefined) conditions.push(["channel = ?", channel]);
    if (thumb !== undefined) conditions.push(["thumb = ?", thumb]);
    if (isNewestOnly === true) conditions.push(IS_NEWEST);
    return query(
      `SELECT * FROM turns WHERE ${conditions.map(([text]) => text).join(" AND ")} ORDER BY at DESC, number DESC, conversation DESC LIMIT ?`,
      ...conditions.flatMap(([, ...values]) => values),
      limit + 1,
    ).map(toIndexedTurn);
  };

  return {
    async put(turns) {
      transaction(() => {
        create();
        for (const turn of turns)
          query(PUT, ...COLUMNS.map((column) => turn[column] ?? null));
      });
      await sync();
    },

    async erase({ conversation, from, to }) {
      query(
        "DELETE FROM turns WHERE conversation = ? AND number BETWEEN ? AND ?",
        conversation,
        from,
        to,
      );
      await sync();
    },

    async list(wanted) {
      const { conversation, thumb, outcomes = TURN_OUTCOMES } = wanted;
      // One scan of the index for each outcome, none of which reads more than
      // a page; rated rows are few, and a conversation's are together.
      const found = outcomes.flatMap((outcome) =>
        conversation === undefined
          ? select([thumb ? "+outcome = ?" : "outcome = ?", outcome], wanted)
          : select(
              ["conversation = ? AND +outcome = ?", conversation, outcome],
              wanted,
            ),
      );
      return toPage(found, wanted);
    },

    async sum({ from, to }) {
      const first = Math.max(from, border() + 1);
      return addSums(
        TURN_OUTCOMES.flatMap((outcome) =>
          query(SUM, outcome, first, to).map(toUsageSum),
        ),
      );
    },

    expire() {
      if (retentionMs === 0) return undefined;
      const oldest = TURN_OUTCOMES.flatMap((outcome) => {
        query(
          "DELETE FROM turns WHERE outcome = ? AND at <= ?",
          outcome,
          border(),
        );
        return query(
          "SELECT at FROM turns WHERE outcome = ? ORDER BY at LIMIT 1",
          outcome,
        ).map(({ at }) => Number(at));
      });
      return oldest.length === 0
        ? undefined
        : Math.min(...oldest) + retentionMs;
    },
  };
}
