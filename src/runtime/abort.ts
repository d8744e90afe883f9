/** A signal that aborts with the first of several others, or on `abort`. */
interface EitherSignal extends Disposable {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

/**
 * Like `AbortSignal.any`, at a fraction of its CPU time. Declare it with
 * `using`: disposing of it removes its listeners, and it no longer follows the
 * other signals.
 */
export function createEitherSignal(
  signals: readonly AbortSignal[],
): EitherSignal {
  const controller = new AbortController();
  const follow = ({ target }: Pick<Event, "target">): void => {
    if (target instanceof AbortSignal) controller.abort(target.reason);
  };
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener("abort", follow, { once: true });
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]() {
      for (const signal of signals) signal.removeEventListener("abort", follow);
    },
  };
}

/** A signal that aborts after a time limit, or with others. */
interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  /** Whether the time limit aborted it. */
  readonly isOver: boolean;
  /** Removes the limit; the signal still follows the others. */
  lift(): void;
}

/**
 * Like `AbortSignal.any([...signals, AbortSignal.timeout(ms)])`, but
 * disposable: declare it with `using`, so that its timer and listeners end with
 * the work. A timer that is left running keeps a Durable Object in memory,
 * which costs money.
 */
export function createTimeLimit({
  ms,
  signal,
  stop,
}: {
  /** `Infinity`: no limit. */
  ms: number;
  signal?: AbortSignal;
  /** Aborts it as well. */
  stop?: AbortSignal;
}): TimeLimit {
  const either = createEitherSignal(
    [signal, stop].filter((one) => one !== undefined),
  );
  let isOver = false;
  const end = (): void => {
    if (either.signal.aborted) return;
    isOver = true;
    either.abort(new DOMException("The time limit is over.", "TimeoutError"));
  };
  const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
  return {
    signal: either.signal,
    get isOver() {
      return isOver;
    },
    lift: () => clearTimeout(timer),
    [Symbol.dispose]() {
      clearTimeout(timer);
      either[Symbol.dispose]();
    },
  };
}

/**
 * Resolves or rejects as `work` does, or throws the signal's reason as soon as
 * it aborts, even if `work` ignores the signal.
 */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let stopWaiting = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stopWaiting = () => reject(signal.reason);
    if (signal.aborted) stopWaiting();
    signal.addEventListener("abort", stopWaiting, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    // After an abort, report its reason rather than the error that it caused.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stopWaiting);
  }
}

/**
 * Waits. Throws the signal's reason on abort, and clears its timer, which would
 * keep a Durable Object in memory.
 */
export async function sleep(
  ms: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  signal?.throwIfAborted();
  if (ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
