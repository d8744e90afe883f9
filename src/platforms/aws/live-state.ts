import * as z from "zod";
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

const LiveTurn = z.object({
  /** Its id; empty if there is none. */
  turn: z.string(),
  /** The answer so far. */
  answer: z.string(),
  /** Number of finished steps. */
  steps: z.number(),
  /**
   * Time of the next attempt, in milliseconds since the epoch; 0 while it runs.
   */
  waitsUntil: z.number(),
  /** Receipt handle of the queue's message, to make it visible earlier. */
  receipt: z.string(),
});
export type LiveTurn = Readonly<z.infer<typeof LiveTurn>>;

export const NO_LIVE_TURN: LiveTurn = {
  turn: "",
  answer: "",
  steps: 0,
  waitsUntil: 0,
  receipt: "",
};

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

export function createLiveState({
  table,
  pk,
}: {
  table: DynamoTable;
  pk: string;
}): LiveState {
  const expires = () => Math.floor(Date.now() / 1000) + KEPT_SECONDS;
  return {
    async read(options) {
      const item = await table.get({ pk, sk: "live" }, options);
      return LiveTurn.safeParse(item).data ?? NO_LIVE_TURN;
    },

    async isWatched() {
      const item = await table.get({ pk, sk: "watch" });
      return Number(item?.["watchedUntil"] ?? 0) > Date.now();
    },

    async noteWatcher() {
      const watchedUntil = Date.now() + WATCH_MS;
      await table.put({ pk, sk: "watch", watchedUntil, expires: expires() });
    },

    async write(live) {
      const answer = live.answer.slice(0, MAX_ANSWER_UNITS);
      await table.put({ ...live, pk, sk: "live", answer, expires: expires() });
    },
  };
}
