import type { FailureList } from "../../archive.ts";
import { reportFailures } from "../../conversation/failure-list.ts";
import type { Memory } from "../../conversation/memory.ts";
import { logError } from "../../log.ts";

const FIRST_DELAY_MS = 60_000;
const MAX_DELAY_MS = 3_600_000;

/** An alarm may be late; one that comes later than this after its time is another one. */
const LATE_MS = 600_000;

/** In the object's own storage: it is evicted between two alarms. */
const KEY = "postponed";

interface Postponement {
  readonly delayMs: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * For an alarm whose work cannot begin, mostly since the configuration is wrong: sets the next one, after a minute, then after twice as
 * long each time, up to an hour. It must not throw instead: after six failures the platform drops an alarm for good.
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

/** Whether the alarm that is set was postponed, and what it is for may be done at once now. */
export async function isAlarmPostponed(
  storage: DurableObjectStorage,
): Promise<boolean> {
  const postponed = await storage.get<Postponement>(KEY);
  return postponed !== undefined && postponed.until > Date.now();
}

/** When failures that could not be reported are reported again. */
const REPORT_AGAIN_MS = 300_000;

/** When what could not be erased is erased again. */
const ERASE_AGAIN_MS = 3_600_000;

/** What a conversation's alarm does besides running turns. Open turns go first: where there are some, the rest comes after them. */
export interface ConversationUpkeep {
  /** After the turn's own alarm, which must not wait for this. */
  reportFailures(): Promise<void>;
  /** Where turns expire. Never throws. */
  expire(): Promise<void>;
}

/** @param memory opens it, and may throw while the configuration is wrong */
export function createConversationUpkeep({
  storage,
  memory,
  list,
}: {
  storage: DurableObjectStorage;
  memory: () => Memory;
  list: FailureList;
}): ConversationUpkeep {
  /** The alarm of an open turn stays, and so does one that comes earlier. */
  const wakeBy = async (at: number): Promise<void> => {
    if ((await memory().nextOpen()) !== undefined) return;
    const alarm = await storage.getAlarm();
    if (alarm === null || alarm > at) await storage.setAlarm(at);
  };

  return {
    async reportFailures() {
      if (await reportFailures({ memory: memory(), list })) return;
      await wakeBy(Date.now() + REPORT_AGAIN_MS);
    },

    async expire() {
      try {
        if ((await memory().nextOpen()) !== undefined) return;
        const next = await memory().expire();
        if (next !== undefined) await wakeBy(next);
      } catch (error) {
        logError("expired turns not erased", { error });
        if ((await storage.getAlarm()) === null)
          await storage.setAlarm(Date.now() + ERASE_AGAIN_MS);
      }
    },
  };
}
