/** Options of a client process. */
export interface ClientOptions {
  /** URL of a `ContestantModule`. */
  readonly module: string;
  readonly url: string;
  readonly variant: string;
  /** The expected answer of every turn. */
  readonly answer: string;
}

/** Asks a client to run `turns` turns after `messages` messages of history. */
export interface MeasureRequest {
  readonly messages: number;
  readonly turns: number;
}

/** CPU milliseconds per turn. */
export interface Measurement {
  /** The agent, including HTTP. */
  readonly agentMs: number;
  /** A bare loop that sends the same requests and reads the same responses. */
  readonly httpMs: number;
  /** Messages in the turn's first request. */
  readonly promptMessages: number;
}
