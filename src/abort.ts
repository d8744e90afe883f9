/** A signal that is aborted with the first of several, or by itself. */
interface EitherSignal extends Disposable {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

/**
 * Like `AbortSignal.any`, at a fraction of its CPU, and its listeners end with the work. Use it with `using`; once
 * disposed of, it follows nothing any more.
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

/** A signal that ends after a time, or with another signal. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  readonly isOver: boolean;
}

/**
 * Like `AbortSignal.any([...signals, AbortSignal.timeout(ms)])`, but timer and listeners end with the work: a timer that
 * runs on keeps a Durable Object in memory, which costs money. Use it with `using`.
 */
export function createTimeLimit({
  ms,
  signal,
  stop,
}: {
  ms: number;
  signal: AbortSignal;
  /** Ends it, too. */
  stop?: AbortSignal;
}): TimeLimit {
  const either = createEitherSignal(
    stop === undefined ? [signal] : [signal, stop],
  );
  let isOver = false;
  const timer = setTimeout(() => {
    if (either.signal.aborted) return;
    isOver = true;
    either.abort(new DOMException("The time is over.", "TimeoutError"));
  }, ms);
  return {
    signal: either.signal,
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      either[Symbol.dispose]();
    },
  };
}

/** What comes of the work, or the signal's reason thrown: nobody waits longer for work that ignores the signal. */
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
    // What the work makes of the abort itself is of no interest.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stopWaiting);
  }
}

/** Waits; throws the signal's reason. Leaves no timer running, which would keep a Durable Object in memory. */
export async function sleep(
  ms: number,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
