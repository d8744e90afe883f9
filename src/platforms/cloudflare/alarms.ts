import type { Memory } from "../../conversation/memory.ts";
import {
  listTurns,
  tellReceivers,
  type EventTelling,
  type TurnListing,
} from "../../conversation/reports.ts";
import { mustEndNow } from "../../conversation/state/state.ts";
import { revivalDelayMs } from "../../runtime/backoff.ts";
import { logError } from "../../runtime/log.ts";
import type { Turn } from "../../types/turn.ts";

/** Sets the alarm unless there is an earlier one. */
export async function wakeBy(
  storage: DurableObjectStorage,
  at: number,
): Promise<void> {
  const alarm = await storage.getAlarm();
  if (alarm === null || alarm > at) await storage.setAlarm(at);
}

/** How soon a running alarm is repeated if its process dies. */
const REVIVAL_MS = 30_000;

/**
 * The object's one alarm. If it is set while it runs, that replaces Cloudflare's
 * retries, so it must also revive what the running one is doing.
 */
export function createWakeUp(storage: DurableObjectStorage) {
  let isRunning = false;
  return {
    /** Sets the alarm unless there is an earlier one. */
    by: (at: number): Promise<void> =>
      wakeBy(storage, isRunning ? Math.min(at, Date.now() + REVIVAL_MS) : at),

    /** Runs an alarm. */
    async during(work: () => Promise<void>): Promise<void> {
      isRunning = true;
      try {
        await work();
      } finally {
        isRunning = false;
      }
    },
  };
}

/** Stored while a turn waits for its retry. */
const WAITING_KEY = "waiting";

interface Waiting {
  readonly turn: string;
  readonly until: number;
}

/**
 * Sets the alarm for the turn's retry, and notes it, since a schedule may have
 * the alarm before that.
 */
export async function waitUntil(
  storage: DurableObjectStorage,
  waiting: Waiting,
): Promise<void> {
  await storage.put<Waiting>(WAITING_KEY, waiting);
  await storage.setAlarm(waiting.until);
}

/** Until when that turn waits for its retry; 0 if it is due. */
export async function waitsUntil(
  storage: DurableObjectStorage,
  turn: Pick<Turn, "id" | "status" | "isStopped">,
): Promise<number> {
  const waiting = await storage.get<Waiting>(WAITING_KEY);
  const isWaiting = waiting?.turn === turn.id && waiting.until > Date.now();
  return isWaiting && !mustEndNow(turn) ? waiting.until : 0;
}

/**
 * Called before a retry: the previous attempt may have killed its process,
 * and this one may as well. The alarm set here replaces the running one, so
 * that Cloudflare's retries of that never run out. First attempts skip this
 * write, since they are frequent and Cloudflare retries their alarm within
 * seconds.
 */
export async function ensureRevival(
  storage: DurableObjectStorage,
  { attempts }: Turn,
): Promise<void> {
  await storage.setAlarm(Date.now() + revivalDelayMs(attempts + 1));
}

/** Retry delay after an error of the storage or of Parley. */
export const RECOVERY_MS = 30_000;

const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 3_600_000;

/**
 * An alarm that fires later than this after its time is taken for another one.
 */
const LATE_MS = 600_000;

/** Stored, since the object is evicted between two alarms. */
const KEY = "postponed";

interface Postponement {
  readonly delayMs: number;
  readonly until: number;
}

/**
 * Reschedules an alarm whose work cannot begin, usually because the
 * configuration is wrong: after one minute, then with exponential backoff up to
 * one hour. Use it instead of throwing: Cloudflare drops an alarm for good
 * after six failed retries:
 * https://developers.cloudflare.com/durable-objects/api/alarms/
 */
export async function postponeAlarm(
  storage: DurableObjectStorage,
  error: unknown,
): Promise<void> {
  const now = Date.now();
  const before = await storage.get<Postponement>(KEY);
  const delayMs =
    before !== undefined && before.until + LATE_MS > now
      ? Math.min(before.delayMs * 2, MAX_DELAY_MS)
      : FIRST_DELAY_MS;
  await storage.put<Postponement>(KEY, { delayMs, until: now + delayMs });
  await storage.setAlarm(now + delayMs);
  logError("alarm postponed", { delayMs, error });
}

/** Whether the pending alarm was postponed. Its work may be tried at once. */
async function isAlarmPostponed(
  storage: DurableObjectStorage,
): Promise<boolean> {
  const postponed = await storage.get<Postponement>(KEY);
  return postponed !== undefined && postponed.until > Date.now();
}

/** Retry delay of reports to lists. */
const REPORT_AGAIN_MS = 300_000;

/** Retry delay of erasing. */
const ERASE_AGAIN_MS = 3_600_000;

/**
 * The alarm's work besides running turns. Open turns go first: expiry waits
 * until there are none.
 * @param memory like `parts`, throws if the configuration is wrong
 */
export function createConversationUpkeep({
  storage,
  memory,
  parts,
}: {
  storage: DurableObjectStorage;
  memory: () => Memory;
  parts: () => {
    readonly listing: TurnListing;
    readonly telling: EventTelling;
  };
}) {
  /** Keeps the alarm of an open turn, and any earlier alarm. */
  const wakeUnlessOpen = async (at: number): Promise<void> => {
    if ((await memory().nextOpen()) === undefined) await wakeBy(storage, at);
  };

  /** Queues the events that are owed. Never throws. */
  const tell = () => tellReceivers(memory(), parts().telling);

  /**
   * Tells the receivers of events and the index of all turns. Call it after the
   * next turn's alarm is set: if that is due, its end tells the index, since
   * it would wait for this alarm.
   */
  const report = async (): Promise<void> => {
    const isTold = await tell();
    const alarm = await storage.getAlarm();
    if (alarm !== null && alarm <= Date.now()) return;
    const areListed = await listTurns(memory(), parts().listing);
    if (isTold && areListed) return;
    await wakeUnlessOpen(Date.now() + REPORT_AGAIN_MS);
  };

  /** Does nothing if turns do not expire. Never throws. */
  const expire = async (): Promise<void> => {
    try {
      if ((await memory().nextOpen()) !== undefined) return;
      const next = await memory().expire();
      if (next !== undefined) await wakeUnlessOpen(next);
    } catch (error) {
      logError("expired turns not erased", { error });
      if ((await storage.getAlarm()) === null)
        await storage.setAlarm(Date.now() + ERASE_AGAIN_MS);
    }
  };

  /** Sets the alarm for the next schedule. Never throws. */
  const keepTime = async (): Promise<void> => {
    try {
      const due = await memory().nextDue();
      if (due !== undefined) await wakeBy(storage, due);
    } catch (error) {
      logError("next schedule not found", { error });
      await wakeBy(storage, Date.now() + REPORT_AGAIN_MS);
    }
  };

  /** All of it, in the order that each needs. */
  const all = async (): Promise<void> => {
    await report();
    await expire();
    await keepTime();
  };

  return { all, tell, report, expire };
}

/**
 * Ensures that an alarm is set while a turn is open, and that it is due now if
 * the turn need not wait.
 */
export async function ensureAlarm(
  storage: DurableObjectStorage,
  memory: Pick<Memory, "nextOpen">,
): Promise<void> {
  const next = await memory.nextOpen();
  if (next === undefined) return;
  const alarm = await storage.getAlarm();
  const isLate =
    (alarm ?? 0) > Date.now() &&
    (next.attempts === 0 || (await isAlarmPostponed(storage)));
  if (alarm === null || isLate) await storage.setAlarm(Date.now());
}
