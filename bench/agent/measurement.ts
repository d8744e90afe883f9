/** What a client process is started with. */
export interface ClientOptions {
  /** Address of a `ContestantModule`. */
  readonly module: string;
  readonly url: string;
  readonly variant: string;
  /** What every turn has to give. */
  readonly answer: string;
}

/** What a client is asked for: that many turns after that many messages of history. */
export interface MeasureRequest {
  readonly messages: number;
  readonly turns: number;
}

/** CPU milliseconds per turn. */
export interface Measurement {
  /** Of the agent with its HTTP. */
  readonly agentMs: number;
  /** Of a bare loop that sends the same requests and reads the same responses. */
  readonly httpMs: number;
  /** Of the turn's first request. */
  readonly promptMessages: number;
}
