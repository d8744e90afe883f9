import type { DynamoTable } from "../../stores/dynamodb/table.ts";

/** For how long a watcher counts as there, unless it says so again. */
export const WATCH_MS = 60_000;

/** Nothing of it is of any use a day later. */
const KEPT_SECONDS = 86_400;

/** UTF-16 units of an answer that are shown while it is written: at most 300 KB of the 400 KB that an item takes. */
const MAX_ANSWER_UNITS = 100_000;

/** What the worker reports about its current turn. */
export interface LiveTurn {
  readonly turn: string;
  /** What is written of its answer. */
  readonly answer: string;
  /** So many of its steps are finished. */
  readonly steps: number;
  /** When it is tried again; milliseconds since the epoch. 0 while it runs. */
  readonly waitsUntil: number;
  /** By what the message of the queue comes earlier than that. */
  readonly receipt: string;
}

/**
 * What a conversation's worker and its watchers tell each other, which nobody relies on. Each has an item of its own: what
 * an answer takes to read and write grows with it, and the worker knows it.
 */
export interface LiveState {
  read(options?: { isConsistent?: boolean }): Promise<LiveTurn>;
  /** Whether somebody watches. */
  isWatched(): Promise<boolean>;
  /** Somebody watches: progress is worth writing for the next `WATCH_MS`. */
  noteWatcher(): Promise<void>;
  write(live: LiveTurn): Promise<void>;
}

export const NOTHING_LIVE: LiveTurn = {
  turn: "",
  answer: "",
  steps: 0,
  waitsUntil: 0,
  receipt: "",
};

export function createLiveState({
  table,
  pk,
  now = Date.now,
}: {
  table: DynamoTable;
  pk: string;
  now?: () => number;
}): LiveState {
  const key = { pk, sk: "live" };
  const watchKey = { pk, sk: "watch" };
  const expires = () => Math.floor(now() / 1000) + KEPT_SECONDS;
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
      return Number(item?.["watchedUntil"] ?? 0) > now();
    },

    async noteWatcher() {
      await table.update(watchKey, {
        expression: "SET watchedUntil = :until, expires = :expires",
        values: { ":until": now() + WATCH_MS, ":expires": expires() },
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
