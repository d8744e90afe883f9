/** Outcome of one attempt; `later`: retry. */
export type Attempt<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | {
      readonly kind: "later";
      /** Shown to the user: a sentence without secrets. */
      readonly reason: string;
      readonly retryAfterMs?: number;
    };

export interface RetryOptions {
  readonly print: (line: string) => void;
  /** Returns early when the signal is aborted. */
  readonly wait: (delayMs: number) => Promise<void>;
  readonly signal: AbortSignal;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

/**
 * Retries until `done` or until the signal is aborted, with exponential backoff
 * or the delay the attempt requests.
 */
export async function keepTrying<Result>(
  attempt: () => Promise<Attempt<Result>>,
  { print, wait, signal }: RetryOptions,
): Promise<
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "stopped" }
> {
  let delayMs = FIRST_DELAY_MS;
  let lastReason: string | undefined;
  for (;;) {
    const outcome = await attempt();
    if (outcome.kind === "done") return outcome;
    if (!signal.aborted) {
      if (outcome.reason !== lastReason)
        print(`${outcome.reason} Retrying; press Ctrl-C to stop.`);
      lastReason = outcome.reason;
      await wait(outcome.retryAfterMs ?? delayMs);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    }
    if (signal.aborted) return { kind: "stopped" };
  }
}
