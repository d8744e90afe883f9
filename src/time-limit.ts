import { createEitherSignal } from "./either-signal.ts";

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
