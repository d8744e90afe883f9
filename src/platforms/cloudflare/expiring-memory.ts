import type { Memory } from "../../conversation/memory.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import {
  eraseExpired,
  findOldestEnded,
  findOldestErased,
  indexForExpiry,
} from "./sqlite-expiry.ts";
import { findUnusedSettings } from "./sqlite-settings.ts";
import { hasSchema } from "./sqlite-schema.ts";

const DAY_MS = 86_400_000;

/** Between two times that much is erased, so that a conversation with years to erase does not use up a day's rows at once. */
const PAUSE_MS = 300_000;

/** What nobody asks for is erased that late at most, so that not each turn needs an alarm of its own. */
const SLACK_MS = DAY_MS / 2;

/** A memory in which turns expire some days after their message was accepted; those that are open then, when they are closed. */
export interface ExpiringMemory extends Memory {
  /**
   * Erases what has expired, in small portions: at most 100 turns within five minutes. Returns when it is to be called
   * again, in milliseconds since the epoch; `undefined` where nothing is left that could expire.
   */
  expire(): Promise<number | undefined>;
}

/**
 * What has expired is erased before anybody can see it: by `expire`, or by the method that would come upon it.
 * @param memory that of the database
 * @param retentionDays more than 0
 */
export function createExpiringMemory({
  memory,
  database,
  retentionDays,
  now = Date.now,
}: {
  memory: Memory;
  database: SqliteDatabase;
  retentionDays: number;
  now?: () => number;
}): ExpiringMemory {
  const retentionMs = retentionDays * DAY_MS;
  let isReady = false;
  let pausedUntil = 0;

  /** Nothing is created for a conversation that is only asked about. */
  const prepare = (): boolean => {
    if (!isReady && hasSchema(database)) {
      indexForExpiry(database);
      isReady = true;
    }
    return isReady;
  };

  const erase = (): void => {
    if (now() < pausedUntil) return;
    const isMore = eraseExpired(database, now() - retentionMs);
    pausedUntil = isMore ? now() + PAUSE_MS : 0;
  };

  const eraseShown = (): void => {
    if (prepare() && findOldest(database) <= now() - retentionMs) erase();
  };

  const nextTime = (): number | undefined => {
    const erased = findOldestErased(database) ?? Infinity;
    const due = Math.min(findOldest(database), erased + DAY_MS) + retentionMs;
    return due === Infinity
      ? undefined
      : Math.max(due + SLACK_MS, now() + PAUSE_MS);
  };

  const withoutExpired = (): Memory => {
    eraseShown();
    return memory;
  };

  return {
    ...memory,
    expire: async () => {
      if (!prepare()) return undefined;
      erase();
      return nextTime();
    },
    openTurn: async (message, options) =>
      withoutExpired().openTurn(message, options),
    findTurn: async (id) => withoutExpired().findTurn(id),
    wasShown: async (url) => withoutExpired().wasShown(url),
    reopenTurn: async (id) => withoutExpired().reopenTurn(id),
    reopenLastFailed: async (asking) =>
      withoutExpired().reopenLastFailed(asking),
    unreportedFailures: async () => withoutExpired().unreportedFailures(),
    recall: async () => withoutExpired().recall(),
    measureHistory: async () => withoutExpired().measureHistory(),
    changeSettings: async (patch) => withoutExpired().changeSettings(patch),
    moveWindow: async (move) => withoutExpired().moveWindow(move),
    read: async (options) => withoutExpired().read(options),
    forget: async (options) => withoutExpired().forget(options),
  };
}

/** Since when there is something that may be erased, turns or settings. */
function findOldest(database: SqliteDatabase): number {
  return Math.min(
    findOldestEnded(database) ?? Infinity,
    findUnusedSettings(database) ?? Infinity,
  );
}
