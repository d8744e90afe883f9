import type {
  Callback,
  CallbackDelivery,
  CallbackRecord,
  CallbackStatus,
} from "../../types/callback-queue.ts";
import type { Undelivered } from "../../types/undelivered.ts";
import type { ToldType } from "./callback-event.ts";
import type { CallbackAttempt } from "./post-signed.ts";

const MAX_DELIVERIES = 20;

/** How long to keep a callback after its last attempt. */
const KEPT_MS = 30 * 86_400_000;

/** An attempt without a result after this time died with its process. */
const INTERRUPTED_MS = 30_000;

/** Delay until a turn is checked again that was reported and then retried. */
const OPEN_TURN_MS = 60_000;

/** A stored callback, as plain JSON. Times are epoch milliseconds. */
export interface CallbackState {
  readonly callback: Callback;
  /** Increases by one with each change. */
  readonly version: number;
  readonly status: CallbackStatus;
  /**
   * Due time of the next attempt if pending, else of the callback's removal.
   */
  readonly dueAt: number;
  readonly endedAt: number;
  /** The event that the last attempt sent. */
  readonly told?: ToldType;
  readonly attemptsLeft: number;
  readonly deliveries: readonly CallbackDelivery[];
}

interface AttemptOptions {
  readonly now: number;
  /** From 0 up to 1. */
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

/** The turn was retried and ended with another event than was sent. */
export function reopenState(state: CallbackState, now: number): CallbackState {
  return change(state, {
    status: "pending",
    dueAt: now,
    endedAt: now,
    attemptsLeft: MAX_ATTEMPTS,
  });
}

/** Schedules a single attempt, now. */
export function resendState(state: CallbackState, now: number): CallbackState {
  return change(state, { status: "pending", dueAt: now, attemptsLeft: 1 });
}

/** Its turn was retried and is still open: checks again later. */
export function postponeState(
  state: CallbackState,
  now: number,
): CallbackState {
  return change(state, { dueAt: now + OPEN_TURN_MS });
}

/**
 * Records an attempt before it starts. Counts it and schedules the next one at
 * once, in case this process dies.
 */
export function startAttempt(
  state: CallbackState,
  { told, now, random }: AttemptOptions & { told: ToldType },
): CallbackState {
  const attemptsLeft = state.attemptsLeft - 1;
  const delay = delayAfterAttempt({ attemptsLeft, random }) ?? 0;
  const attempt = (state.deliveries.at(-1)?.attempt ?? 0) + 1;
  return change(state, {
    told,
    attemptsLeft,
    dueAt: now + Math.max(delay, INTERRUPTED_MS),
    deliveries: [...state.deliveries, { attempt, at: now }].slice(
      -MAX_DELIVERIES,
    ),
  });
}

/** Records the result of a started attempt. */
export function endAttempt(
  state: CallbackState,
  attempt: CallbackAttempt,
  { now, random }: AttemptOptions,
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

/** The last attempt has no result, and none is left. */
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

/** `undefined` unless it was given up. */
export function toUndelivered(
  { callback, status, told: type, deliveries, dueAt: expiresAt }: CallbackState,
  now: number,
): Undelivered | undefined {
  if (status !== "failed" && status !== "stopped") return undefined;
  const { conversation, id } = callback;
  const last = deliveries.at(-1);
  return {
    conversation,
    id,
    to: "event" in callback ? callback.to : "caller",
    ...(type && { type }),
    status,
    attempts: last?.attempt ?? 0,
    ...(last?.end && { answer: last.end.answer }),
    failedAt: now,
    expiresAt,
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

/** Delays after the first attempt, the second, and so on. */
const DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
] as const;

const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** Caps the receiver's `Retry-After`. */
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;

/**
 * Share of a delay that is added at random, at most: receivers that recover
 * should not get all retries at once.
 */
const JITTER = 0.2;

/**
 * Milliseconds from an attempt to the next one: the backoff, or the receiver's
 * `Retry-After` if longer. `undefined` if no attempt is left.
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
