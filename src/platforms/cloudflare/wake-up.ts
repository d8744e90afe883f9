import { mustEndNow } from "../../conversation/state/state.ts";
import { revivalDelayMs } from "../../runtime/backoff.ts";
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

/** The object's one alarm, while it is not set and while it runs. */
export interface WakeUp {
  /** Sets the alarm unless there is an earlier one. */
  by(at: number): Promise<void>;
  /** Runs an alarm. */
  during(work: () => Promise<void>): Promise<void>;
}

/**
 * An alarm that is set while another one runs replaces Cloudflare's retries of
 * that, so it must also revive what that is doing.
 */
export function createWakeUp(storage: DurableObjectStorage): WakeUp {
  let isRunning = false;
  return {
    by: (at) =>
      wakeBy(storage, isRunning ? Math.min(at, Date.now() + REVIVAL_MS) : at),
    async during(work) {
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
  /** Milliseconds since the epoch. */
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
