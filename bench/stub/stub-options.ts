/** How the stub replies. */
export interface StubOptions {
  readonly answer: string;
  /** Other answers, by what the message contains. */
  readonly answers?: Readonly<Record<string, string>>;
  /** What the tool returns, unless it is `OBSERVATION`. */
  readonly observation?: string;
  /** Pieces in which a streamed answer comes; `tokens`: each token by itself. */
  readonly chunks: number | "tokens";
  /** Between two pieces. 0: all at once. */
  readonly delayMs: number;
}

/** When pieces of a streamed reply's text were handed to the network, in milliseconds of the machine's monotonic clock. */
export interface SentAnswer {
  /** The reply's first piece. */
  readonly beganAt: number;
  /** The piece that holds the first character of the answer's own text. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Now on the clock that all processes of the machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
