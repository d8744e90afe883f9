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
