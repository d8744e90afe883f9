/** A signal that ends after a time, or with another signal. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  readonly isOver: boolean;
}

/**
 * Like `AbortSignal.any([signal, AbortSignal.timeout(ms)])`, but the timer ends with the work: one that runs on keeps a
 * Durable Object in memory, which costs money. Use it with `using`.
 */
export function createTimeLimit({
  ms,
  signal,
}: {
  ms: number;
  signal: AbortSignal;
}): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(
    () =>
      controller.abort(new DOMException("The time is over.", "TimeoutError")),
    ms,
  );
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    get isOver() {
      return controller.signal.aborted;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
