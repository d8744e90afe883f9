import {
  isEmptySettings,
  patchSettings,
} from "../../conversation/patch-settings.ts";
import { sumUsage } from "../../conversation/sum-usage.ts";
import type { Memory } from "../../conversation/memory.ts";
import type { Turn } from "../../turn.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { closeTurn, commitTurn } from "./sqlite-end-turn.ts";
import { supersede } from "./sqlite-edits.ts";
import { measureHistory } from "./sqlite-history.ts";
import { hasSchema, migrate } from "./sqlite-schema.ts";
import {
  notePreview,
  readPendingParts,
  readPreviews,
  removePreview,
} from "./sqlite-previews.ts";
import { wasShown } from "./sqlite-shown-pages.ts";
import { saveSteps } from "./sqlite-steps.ts";
import { mergeTurns, readWaitingTurns } from "./sqlite-merge-turns.ts";
import { noteReported, readUnreportedFailures } from "./sqlite-failures.ts";
import { forget } from "./sqlite-forget.ts";
import { openTurn, stopTurn } from "./sqlite-open-turn.ts";
import { reopenLastFailed, reopenTurn } from "./sqlite-reopen-turn.ts";
import { readRecord } from "./sqlite-record.ts";
import { changeSettings } from "./sqlite-settings.ts";
import { readTurn, toTurn } from "./sqlite-turns.ts";
import { moveWindow, recall } from "./sqlite-window.ts";

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
  /** For work on a turn: what comes next may kill the process before the platform has written by itself. */
  const store = async <Result>(work: () => Result): Promise<Result> => {
    const result = transaction(work);
    await database.sync();
    return result;
  };
  let isReady = hasSchema(database);
  if (isReady) migrate(database);

  const findTurn = (id: string): Turn | undefined =>
    isReady ? readTurn(database, id) : undefined;

  return {
    openTurn: async (message, options) => {
      // Said to others, where nobody has spoken to the bot yet.
      if (!isReady && message.isAside) return { kind: "outdated" };
      if (!isReady) migrate(database);
      isReady = true;
      return openTurn(database, message, { ...options, at: now() });
    },

    stopTurn: async (id) => isReady && stopTurn(database, id),

    findTurn: async (id) => findTurn(id),

    nextTurn: async () => {
      const [row] = isReady
        ? query(
            "SELECT * FROM turns WHERE is_closed = 0 ORDER BY sequence LIMIT 1",
          )
        : [];
      return row === undefined ? undefined : required(toTurn(database, row));
    },

    waitingTurns: async () => (isReady ? readWaitingTurns(database) : []),

    mergeTurns: (id, others, message) =>
      store(() => mergeTurns(database, id, { others, message })),

    beginAttempt: (id) =>
      store(() => {
        supersede(database, id);
        query(
          `UPDATE turns SET attempts = attempts + 1, status = iif(status = 'accepted', 'thinking', status)
           WHERE id = ? AND is_closed = 0`,
          id,
        );
      }),

    saveSteps: (id, from, steps) =>
      store(() => saveSteps(database, id, { from, steps })),

    wasShown: async (url) => isReady && wasShown(database, url),

    commitTurn: (id, outcome) =>
      store(() => commitTurn(database, id, { outcome, at: now() })),

    notePreview: (id, index, receipt) =>
      store(() => notePreview(database, id, index, receipt)),

    previews: async (id) => readPreviews(database, id),

    pendingParts: async (id) => readPendingParts(database, id),

    noteRemoved: (id, index) => store(() => removePreview(database, id, index)),

    noteSent: (id, index, receipt) =>
      store(() => {
        query(
          "UPDATE parts SET receipt = ?, part = json_remove(part, '$.file') WHERE turn = ? AND position = ?",
          JSON.stringify(receipt),
          id,
          index,
        );
        query("UPDATE turns SET attempts = 1 WHERE id = ?", id);
      }),

    closeTurn: async (id, how) =>
      transaction(() => closeTurn(database, id, { ...how, at: now() })),

    reopenTurn: async (id) =>
      isReady ? store(() => reopenTurn(database, id)) : undefined,

    reopenLastFailed: (asking) =>
      store(() => reopenLastFailed(database, asking)),

    unreportedFailures: async () =>
      isReady ? readUnreportedFailures(database) : [],

    noteReported: async (report) => noteReported(database, report),

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
        : {
            settings: {},
            messages: [],
            isCutUnannounced: false,
            version: 0,
          },

    measureHistory: async () =>
      isReady ? measureHistory(database) : { messages: 0 },

    moveWindow: async (move) =>
      isReady && store(() => moveWindow(database, move)),

    changeSettings: async (patch) => {
      const first = patchSettings({}, patch);
      const isNothing =
        first.kind === "too-many" || isEmptySettings(first.settings);
      if (!isReady && isNothing) return first;
      if (!isReady) migrate(database);
      isReady = true;
      return store(() => changeSettings(database, { patch, at: now() }));
    },

    read: async (options) =>
      isReady ? readRecord(database, options) : undefined,

    forget: async (options) =>
      isReady
        ? transaction(() => forget(database, options?.before))
        : {
            messages: 0,
            turns: 0,
            openTurns: [],
            failedTurns: 0,
            hadSettings: false,
          },
  };
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new Error("A stored turn could not be read back.");
  return value;
}
