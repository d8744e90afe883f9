import type { DynamoTable } from "../../stores/dynamodb/table.ts";

/** How long a watcher counts as present after `noteWatcher`. */
export const WATCH_MS = 60_000;

/** How long items are kept: useless after a day. */
const KEPT_SECONDS = 86_400;

/**
 * UTF-16 units of an unfinished answer that watchers get: at most 300 KB of the
 * 400 KB that an item may have.
 */
const MAX_ANSWER_UNITS = 100_000;

export interface LiveTurn {
  readonly turn: string;
  /** The answer so far. */
  readonly answer: string;
  /** Number of finished steps. */
  readonly steps: number;
  /**
   * Time of the next attempt, in milliseconds since the epoch; 0 while it runs.
   */
  readonly waitsUntil: number;
  /** Receipt handle of the queue's message, to make it visible earlier. */
  readonly receipt: string;
}

/**
 * Progress that a conversation's worker and its watchers exchange, best effort.
 * Stored in its own items, since the cost of reading and writing grows with the
 * answer.
 */
export interface LiveState {
  read(options?: { isConsistent?: boolean }): Promise<LiveTurn>;
  isWatched(): Promise<boolean>;
  /**
   * Marks the conversation as watched for `WATCH_MS`: the worker writes
   * progress.
   */
  noteWatcher(): Promise<void>;
  write(live: LiveTurn): Promise<void>;
}

export const NO_LIVE_TURN: LiveTurn = {
  turn: "",
  answer: "",
  steps: 0,
  waitsUntil: 0,
  receipt: "",
};

export function createLiveState({
  table,
  pk,
}: {
  table: DynamoTable;
  pk: string;
}): LiveState {
  const key = { pk, sk: "live" };
  const watchKey = { pk, sk: "watch" };
  const expires = () => Math.floor(Date.now() / 1000) + KEPT_SECONDS;
  return {
    async read(options) {
      const item = await table.get(key, options);
      return {
        turn: String(item?.["turn"] ?? ""),
        answer: String(item?.["answer"] ?? ""),
        steps: Number(item?.["steps"] ?? 0),
        waitsUntil: Number(item?.["waitsUntil"] ?? 0),
        receipt: String(item?.["receipt"] ?? ""),
      };
    },

    async isWatched() {
      const item = await table.get(watchKey);
      return Number(item?.["watchedUntil"] ?? 0) > Date.now();
    },

    async noteWatcher() {
      await table.update(watchKey, {
        expression: "SET watchedUntil = :until, expires = :expires",
        values: { ":until": Date.now() + WATCH_MS, ":expires": expires() },
      });
    },

    async write({ turn, answer, steps, waitsUntil, receipt }) {
      await table.update(key, {
        expression:
          "SET turn = :turn, answer = :answer, steps = :steps, waitsUntil = :waits, receipt = :receipt, expires = :expires",
        values: {
          ":turn": turn,
          ":answer": answer.slice(0, MAX_ANSWER_UNITS),
          ":steps": steps,
          ":waits": waitsUntil,
          ":receipt": receipt,
          ":expires": expires(),
        },
      });
    },
  };
}
