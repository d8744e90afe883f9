import { sumUsage } from "../../conversation/sum-usage.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Forgotten, Memory, Outcome, ReplyPart } from "../../ports.ts";
import type { Turn, TurnStatus, TurnStep, Usage } from "../../turn.ts";
import { readHistory, readWindow } from "./sqlite-history.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";
import { parseOwnJson } from "./parse-own-json.ts";
import { hasSchema, migrate } from "./sqlite-schema.ts";

const STATUSES: readonly TurnStatus[] = [
  "accepted",
  "thinking",
  "answered",
  "delivered",
  "failed",
];

/**
 * A conversation in one SQLite database. Values that only Parley reads are JSON; what is searched for is a column.
 * Nothing is created before the first message is stored.
 */
export function createSqliteMemory({
  database,
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): Memory {
  const { query, transaction } = database;
  let isReady = hasSchema(database);
  if (isReady) migrate(database);

  const findTurn = (id: string): Turn | undefined => {
    const row = isReady
      ? query("SELECT * FROM turns WHERE id = ?", id)[0]
      : undefined;
    return row === undefined ? undefined : toTurn(row);
  };

  const toTurn = (row: SqliteRow): Turn | undefined => {
    if (row["message"] === null) return undefined;
    const message: IncomingMessage = parseOwnJson(row["message"]);
    const steps = query(
      "SELECT step FROM steps WHERE turn = ? ORDER BY position",
      message.id,
    ).map(({ step }): TurnStep => parseOwnJson(step));
    const usage: Usage =
      row["usage"] === null
        ? sumUsage(steps.map((step) => step.usage))
        : parseOwnJson(row["usage"]);
    return {
      id: message.id,
      status: required(STATUSES.find((status) => status === row["status"])),
      message,
      steps,
      ...(row["reply"] !== null && { reply: String(row["reply"]) }),
      usage,
      attempts: Number(row["attempts"]),
      acceptedAt: Number(row["accepted_at"]),
    };
  };

  return {
    openTurn: async (message, { limit }) => {
      if (!isReady) migrate(database);
      isReady = true;
      return transaction(() => {
        if (query("SELECT 1 FROM turns WHERE id = ?", message.id).length > 0) {
          const turn = findTurn(message.id);
          return turn === undefined
            ? { kind: "forgotten" }
            : { kind: "known", turn };
        }
        const open = Number(
          query("SELECT count(*) AS open FROM turns WHERE is_closed = 0")[0]?.[
            "open"
          ],
        );
        if (open >= limit) return { kind: "full", limit };
        query(
          "INSERT INTO turns (id, status, message, accepted_at) VALUES (?, 'accepted', ?, ?)",
          message.id,
          JSON.stringify(message),
          now(),
        );
        return { kind: "opened", turn: required(findTurn(message.id)) };
      });
    },

    findTurn: async (id) => findTurn(id),

    nextTurn: async () => {
      const [row] = isReady
        ? query(
            "SELECT * FROM turns WHERE is_closed = 0 ORDER BY sequence LIMIT 1",
          )
        : [];
      return row === undefined ? undefined : required(toTurn(row));
    },

    beginAttempt: async (id) => {
      query(
        `UPDATE turns SET attempts = attempts + 1, status = iif(status = 'accepted', 'thinking', status)
         WHERE id = ? AND is_closed = 0`,
        id,
      );
      // What comes next may kill the process before the platform writes by itself.
      await database.sync();
    },

    saveStep: async (id, index, step) => {
      query(
        `INSERT OR REPLACE INTO steps SELECT id, ?, ? FROM turns
         WHERE id = ? AND status = 'thinking' AND is_closed = 0`,
        index,
        JSON.stringify(step),
        id,
      );
    },

    commitTurn: async (id, outcome) =>
      transaction(() => {
        const isSent = outcome.parts.length === 0;
        const [ended] = query(
          `UPDATE turns SET status = ?, is_closed = ?, reply = ?, usage = ?, attempts = 1
           WHERE id = ? AND status IN ('accepted', 'thinking') AND is_closed = 0 RETURNING accepted_at`,
          isSent && outcome.status === "answered"
            ? "delivered"
            : outcome.status,
          isSent ? 1 : 0,
          outcome.reply,
          JSON.stringify(outcome.usage),
          id,
        );
        if (ended === undefined) return undefined;
        addOutcome(database, id, outcome, {
          askedAt: Number(ended["accepted_at"]),
          answeredAt: now(),
        });
        return required(findTurn(id));
      }),

    pendingParts: async (id) =>
      query(
        "SELECT position, part FROM parts WHERE turn = ? AND receipt IS NULL ORDER BY position",
        id,
      ).map(({ position, part }) => ({
        index: Number(position),
        part: parseOwnJson<ReplyPart>(part),
      })),

    noteSent: async (id, index, receipt) => {
      transaction(() => {
        query(
          "UPDATE parts SET receipt = ? WHERE turn = ? AND position = ?",
          JSON.stringify(receipt),
          id,
          index,
        );
        query("UPDATE turns SET attempts = 1 WHERE id = ?", id);
      });
    },

    closeTurn: async (id, { status }) => {
      query(
        "UPDATE turns SET is_closed = 1, status = ? WHERE id = ? AND is_closed = 0",
        status,
        id,
      );
    },

    recall: async () => (isReady ? readWindow(database) : []),

    read: async ({ newest } = {}) => {
      const hasTurns =
        isReady &&
        query("SELECT 1 FROM turns WHERE message IS NOT NULL LIMIT 1").length >
          0;
      if (!hasTurns) return undefined;
      const open = query(
        `SELECT * FROM turns WHERE status IN ('accepted', 'thinking') OR (status = 'failed' AND sequence >
           (SELECT ifnull(max(sequence), 0) FROM turns WHERE status IN ('answered', 'delivered')))
         ORDER BY sequence`,
      );
      return {
        messages: readHistory(database, newest),
        openTurns: open.map((row) => required(toTurn(row))),
      };
    },

    forget: async (options) =>
      isReady
        ? transaction(() => forget(database, options?.before))
        : { messages: 0, turns: 0, openTurns: [] },
  };
}

function addOutcome(
  { query }: SqliteDatabase,
  id: string,
  outcome: Outcome,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): void {
  for (const { role, text, tokens } of outcome.history) {
    query(
      "INSERT INTO messages (turn, role, text, tokens, at) VALUES (?, ?, ?, ?, ?)",
      id,
      role,
      text,
      tokens,
      role === "user" ? askedAt : answeredAt,
    );
  }
  for (const [index, part] of outcome.parts.entries()) {
    query(
      "INSERT INTO parts (turn, position, part) VALUES (?, ?, ?)",
      id,
      index,
      JSON.stringify(part),
    );
  }
  if (outcome.windowStart !== undefined) {
    query(
      "INSERT OR REPLACE INTO settings VALUES ('window_start', ?)",
      outcome.windowStart,
    );
  }
}

/** Turns keep their id and their place, and lose everything else. */
function forget(
  { query }: SqliteDatabase,
  before: string | undefined,
): Forgotten {
  const border = before ?? null;
  const forgotten = `message IS NOT NULL AND sequence < ifnull((SELECT sequence FROM turns WHERE id = ?), 9e15)`;
  const open = query(
    `SELECT id FROM turns WHERE ${forgotten} AND status IN ('accepted', 'thinking')`,
    border,
  );
  const turns = query(
    `UPDATE turns SET message = NULL, reply = NULL, usage = NULL, is_closed = 1, status = 'forgotten'
     WHERE ${forgotten} RETURNING sequence`,
    border,
  );
  const kept = "SELECT id FROM turns WHERE message IS NOT NULL";
  query(`DELETE FROM steps WHERE turn NOT IN (${kept})`);
  query(`DELETE FROM parts WHERE turn NOT IN (${kept})`);
  const messages = query(
    `DELETE FROM messages WHERE turn NOT IN (${kept}) RETURNING sequence`,
  );
  return {
    messages: messages.length,
    turns: turns.length,
    openTurns: open.map(({ id }) => String(id)),
  };
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new Error("A stored turn could not be read back.");
  return value;
}
