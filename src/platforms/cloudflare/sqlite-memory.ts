import { sumUsage } from "../../conversation/sum-usage.ts";
import type { Forgotten, Memory, Outcome, ReplyPart } from "../../ports.ts";
import type { Turn } from "../../turn.ts";
import { parseOwnJson } from "./parse-own-json.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { readHistory } from "./sqlite-history.ts";
import { hasSchema, migrate } from "./sqlite-schema.ts";
import {
  forgetShownPages,
  noteShownPages,
  wasShown,
} from "./sqlite-shown-pages.ts";
import { readTurn, toTurn } from "./sqlite-turns.ts";
import {
  forgetWindow,
  moveWindow,
  noteCutAnnounced,
  recall,
} from "./sqlite-window.ts";

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

  const findTurn = (id: string): Turn | undefined =>
    isReady ? readTurn(database, id) : undefined;

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
      return row === undefined ? undefined : required(toTurn(database, row));
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

    saveStep: async (id, index, step) =>
      transaction(() => {
        const saved = query(
          `INSERT OR REPLACE INTO steps SELECT id, ?, ? FROM turns
           WHERE id = ? AND status = 'thinking' AND is_closed = 0 RETURNING turn`,
          index,
          JSON.stringify(step),
          id,
        );
        if (saved.length > 0) noteShownPages(database, id, step.sources ?? []);
      }),

    wasShown: async (url) => isReady && wasShown(database, url),

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

    addUsage: async (id, usage) =>
      transaction(() => {
        const [ended] = query(
          "SELECT usage FROM turns WHERE id = ? AND usage IS NOT NULL",
          id,
        );
        if (ended === undefined) return;
        const sum = sumUsage([parseOwnJson(ended["usage"]), usage]);
        query(
          "UPDATE turns SET usage = ? WHERE id = ?",
          JSON.stringify(sum),
          id,
        );
      }),

    recall: async () =>
      isReady
        ? recall(database)
        : { messages: [], isCutUnannounced: false, version: 0 },

    moveWindow: async (move) => isReady && moveWindow(database, move),

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
        openTurns: open.map((row) => required(toTurn(database, row))),
      };
    },

    forget: async (options) =>
      isReady
        ? transaction(() => forget(database, options?.before))
        : { messages: 0, turns: 0, openTurns: [] },
  };
}

function addOutcome(
  database: SqliteDatabase,
  id: string,
  outcome: Outcome,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): void {
  const { query } = database;
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
  if (outcome.announcesCut) noteCutAnnounced(database);
}

/** Turns keep their id and their place, and lose everything else. */
function forget(
  database: SqliteDatabase,
  before: string | undefined,
): Forgotten {
  const { query } = database;
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
  forgetShownPages(database);
  forgetWindow(database);
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
