import type {
  Callback,
  CallbackDelivery,
  CallbackRecord,
  CallbackStatus,
} from "../../../callback-queue.ts";
import type { CallbackEventType } from "./callback-event.ts";
import type { CallbackAttempt } from "./create-callback-sender.ts";

const MAX_DELIVERIES = 20;

/** How long a callback is kept to which nothing more is to happen. */
const KEPT_MS = 30 * 86_400_000;

/** Longer than an attempt can take: one that has no end by then died with its process. */
const BROKEN_OFF_MS = 30_000;

/** When a turn is looked at again that was told once and runs again. */
const OPEN_TURN_MS = 60_000;

/** A callback as it is stored; plain JSON. */
export interface CallbackState {
  readonly callback: Callback;
  /** Of this state; each change makes it one more. */
  readonly version: number;
  readonly status: CallbackStatus;
  /** When the next thing is due: an attempt where it is pending, else erasing it. Milliseconds since the epoch, as all times here. */
  readonly dueAt: number;
  /** When the turn had ended. */
  readonly endedAt: number;
  /** What the last attempt told; left out before the first one. */
  readonly told?: CallbackEventType;
  readonly attemptsLeft: number;
  readonly deliveries: readonly CallbackDelivery[];
}

interface Chance {
  readonly now: number;
  readonly random: () => number;
}

export function openState(callback: Callback, now: number): CallbackState {
  return {
    callback,
    version: 1,
    status: "pending",
    dueAt: now,
    endedAt: now,
    attemptsLeft: MAX_ATTEMPTS,
    deliveries: [],
  };
}

/** The turn has ended in another way since it was told. */
export function reopenState(state: CallbackState, now: number): CallbackState {
  return change(state, {
    status: "pending",
    dueAt: now,
    endedAt: now,
    attemptsLeft: MAX_ATTEMPTS,
  });
}

/** One more attempt, whatever came of those before. */
export function resendState(state: CallbackState, now: number): CallbackState {
  return change(state, { status: "pending", dueAt: now, attemptsLeft: 1 });
}

/** Its turn runs again: there is nothing to tell yet. */
export function postponeState(
  state: CallbackState,
  now: number,
): CallbackState {
  return change(state, { dueAt: now + OPEN_TURN_MS });
}

/** Before an attempt. It counts, and the next one has its time: the process may die. */
export function beginState(
  state: CallbackState,
  { told, now, random }: Chance & { told: CallbackEventType },
): CallbackState {
  const attemptsLeft = state.attemptsLeft - 1;
  const delay = delayAfterAttempt({ attemptsLeft, random }) ?? 0;
  const attempt = (state.deliveries.at(-1)?.attempt ?? 0) + 1;
  return change(state, {
    told,
    attemptsLeft,
    dueAt: now + Math.max(delay, BROKEN_OFF_MS),
    deliveries: [...state.deliveries, { attempt, at: now }].slice(
      -MAX_DELIVERIES,
    ),
  });
}

/** After an attempt that was begun. */
export function endState(
  state: CallbackState,
  attempt: CallbackAttempt,
  { now, random }: Chance,
): CallbackState {
  const noted = change(state, {
    deliveries: state.deliveries.map((delivery, index, { length }) =>
      index === length - 1
        ? {
            ...delivery,
            end: { durationMs: now - delivery.at, answer: attempt.answer },
          }
        : delivery,
    ),
  });
  if (attempt.kind !== "failed") return finish(noted, attempt.kind, now);
  const { attemptsLeft } = state;
  const { retryAfterMs } = attempt;
  const delay = delayAfterAttempt({ attemptsLeft, retryAfterMs, random });
  return delay === undefined
    ? finish(noted, "failed", now)
    : { ...noted, dueAt: now + delay };
}

/** No attempt is left, and the last one had no end. */
export function giveUpState(state: CallbackState, now: number): CallbackState {
  return finish(change(state, {}), "failed", now);
}

export function toRecord({
  callback,
  status,
  dueAt,
  deliveries,
}: CallbackState): CallbackRecord {
  return {
    callback,
    status,
    ...(status === "pending" && { nextAttemptAt: dueAt }),
    deliveries,
  };
}

function finish(
  state: CallbackState,
  status: CallbackStatus,
  now: number,
): CallbackState {
  return { ...state, status, attemptsLeft: 0, dueAt: now + KEPT_MS };
}

function change(
  state: CallbackState,
  changes: Partial<Omit<CallbackState, "callback" | "version">>,
): CallbackState {
  return { ...state, ...changes, version: state.version + 1 };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first attempt, after the second, and so on. */
const DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
] as const;

/** The first one, and one after each delay. */
const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** A receiver's wish beyond that would only keep it from being told. */
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;

/** Up to so much of a delay comes on top, so that receivers which come back are not asked by all at once. */
const JITTER = 0.2;

/**
 * How long after an attempt the next one comes; a receiver's own wish counts where it is longer, up to six hours.
 * `undefined`: none comes.
 * @param random from 0 up to 1
 */
function delayAfterAttempt({
  attemptsLeft,
  retryAfterMs = 0,
  random,
}: {
  attemptsLeft: number;
  retryAfterMs?: number | undefined;
  random: () => number;
}): number | undefined {
  if (attemptsLeft <= 0) return undefined;
  const delay = DELAYS_MS[DELAYS_MS.length - attemptsLeft] ?? DELAYS_MS[0];
  const wish = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return Math.round(Math.max(delay, wish) * (1 + JITTER * random()));
}
