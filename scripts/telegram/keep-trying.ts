/** What came of one attempt. */
export type Attempt<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | {
      readonly kind: "later";
      /** For people; a sentence without secrets. */
      readonly reason: string;
      readonly retryAfterMs?: number;
    };

export interface Patience {
  readonly print: (line: string) => void;
  /** Returns early when the signal is aborted. */
  readonly wait: (delayMs: number) => Promise<void>;
  readonly signal: AbortSignal;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;

/** Tries until it is done, after delays that grow unless the other side names one, or until the signal is aborted. */
export async function keepTrying<Result>(
  attempt: () => Promise<Attempt<Result>>,
  { print, wait, signal }: Patience,
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
