/** A conversation to wake at a time. */
export interface DueConversation {
  readonly conversation: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The conversations of a deployment with something due later. */
export interface DueIndex {
  /** Idempotent. A conversation may be there with several times. */
  put(due: DueConversation): Promise<void>;
  /** Those whose time has come, the longest ago first. */
  list(options: {
    until: number;
    limit: number;
  }): Promise<readonly DueConversation[]>;
  remove(due: DueConversation): Promise<void>;
}
