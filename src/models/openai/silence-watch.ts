import { ModelError } from "../../errors.ts";

/** Watches over something that should make itself heard. */
export interface SilenceWatch extends Disposable {
  /** Rejected with `ModelError` once nothing was heard for too long, or with the signal's reason. */
  readonly silence: Promise<never>;
  /** Something was heard; the next time is to be within `nextMs`. */
  hear(options: { nextMs: number }): void;
}

/** Begins to listen; nothing may be silent for longer than `ms`. One timer serves many signs of life. Use it with `using`. */
export function createSilenceWatch({
  ms,
  signal,
}: {
  ms: number;
  signal: AbortSignal;
}): SilenceWatch {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  // Mostly nobody waits for it when it comes.
  silence.catch(() => {});
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  let limitMs = ms;
  let heardAt = Date.now();
  let timer = setTimeout(check, ms);

  function check(): void {
    const leftMs = heardAt + limitMs - Date.now();
    if (leftMs > 0) {
      timer = setTimeout(check, leftMs);
      return;
    }
    const cause = new Error(`Nothing arrived for ${limitMs} ms.`);
    reject(new ModelError({ kind: "unreachable", cause }));
  }

  return {
    silence,
    hear({ nextMs }) {
      heardAt = Date.now();
      if (nextMs === limitMs) return;
      limitMs = nextMs;
      clearTimeout(timer);
      timer = setTimeout(check, nextMs);
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    },
  };
}
