/** A signal that ends after a time, or with another signal. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  readonly isOver: boolean;
}

/**
 * Like `AbortSignal.any([signal, AbortSignal.timeout(ms)])`, but timer and listener end with the work: a timer that runs
 * on keeps a Durable Object in memory, which costs money. Use it with `using`.
 */
export function createTimeLimit({
  ms,
  signal,
}: {
  ms: number;
  signal: AbortSignal;
}): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const follow = (): void => controller.abort(signal.reason);
  if (signal.aborted) follow();
  signal.addEventListener("abort", follow, { once: true });
  const timer = setTimeout(() => {
    if (controller.signal.aborted) return;
    isOver = true;
    controller.abort(new DOMException("The time is over.", "TimeoutError"));
  }, ms);
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener("abort", follow);
    },
  };
}
