import type { Memory } from "../../conversation/memory.ts";
import {
  listTurns,
  tellReceivers,
  type EventTelling,
  type TurnListing,
} from "../../conversation/reports.ts";
import { logError } from "../../runtime/log.ts";
import { wakeBy } from "./wake-up.ts";

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
  /** Milliseconds since the epoch. */
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
 */
export interface ConversationUpkeep {
  /** All of it, in the order that each needs. */
  all(): Promise<void>;
  /** Queues the events that are owed. Never throws. */
  tell(): Promise<boolean>;
  /**
   * Tells the receivers of events and the index of all turns. Call it after the
   * next turn's alarm is set: if that is due, its end tells the index, since
   * it would wait for this alarm.
   */
  report(): Promise<void>;
  /** Does nothing if turns do not expire. Never throws. */
  expire(): Promise<void>;
  /** Sets the alarm for the next schedule, last of all. Never throws. */
  keepTime(): Promise<void>;
}

/** @param memory like `parts`, throws if the configuration is wrong */
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
}): ConversationUpkeep {
  /** Keeps the alarm of an open turn, and any earlier alarm. */
  const wakeUnlessOpen = async (at: number): Promise<void> => {
    if ((await memory().nextOpen()) === undefined) await wakeBy(storage, at);
  };

  const tell = () => tellReceivers(memory(), parts().telling);

  const upkeep: ConversationUpkeep = {
    async all() {
      await upkeep.report();
      await upkeep.expire();
      await upkeep.keepTime();
    },

    tell,

    async report() {
      const isTold = await tell();
      const alarm = await storage.getAlarm();
      if (alarm !== null && alarm <= Date.now()) return;
      const areListed = await listTurns(memory(), parts().listing);
      if (isTold && areListed) return;
      await wakeUnlessOpen(Date.now() + REPORT_AGAIN_MS);
    },

    async expire() {
      try {
        if ((await memory().nextOpen()) !== undefined) return;
        const next = await memory().expire();
        if (next !== undefined) await wakeUnlessOpen(next);
      } catch (error) {
        logError("expired turns not erased", { error });
        if ((await storage.getAlarm()) === null)
          await storage.setAlarm(Date.now() + ERASE_AGAIN_MS);
      }
    },

    async keepTime() {
      try {
        const due = await memory().nextDue();
        if (due !== undefined) await wakeBy(storage, due);
      } catch (error) {
        logError("next schedule not found", { error });
        await wakeBy(storage, Date.now() + REPORT_AGAIN_MS);
      }
    },
  };
  return upkeep;
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
