/** Options of the stub's replies. */
export interface StubOptions {
  readonly answer: string;
  /** Other answers, keyed by a text in the message. */
  readonly answers?: Readonly<Record<string, string>>;
  /** The tool's result; by default `OBSERVATION`. */
  readonly observation?: string;
  /** Number of chunks of a streamed answer; `tokens`: one per token. */
  readonly chunks: number | "tokens";
  /** Delay between chunks; 0 sends all at once. */
  readonly delayMs: number;
}

/**
 * When chunks of a streamed reply were written to the network, in milliseconds
 * of the machine's monotonic clock.
 */
export interface SentAnswer {
  /** The reply's first chunk. */
  readonly beganAt: number;
  /** The chunk with the first character of the answer's text. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** The current time on the machine-wide monotonic clock. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
