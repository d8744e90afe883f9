/** Another worker has the conversation. Nothing was changed; later, or when its lease has run out. */
export class ConversationBusyError extends Error {
  override readonly name = "ConversationBusyError";
  /** Until the lease runs out, unless it is renewed. */
  readonly retryAfterMs: number;

  constructor({ retryAfterMs }: { retryAfterMs: number }) {
    super("Another worker has the conversation.");
    this.retryAfterMs = retryAfterMs;
  }
}

/** Another worker has taken the conversation over. Nothing was changed, and nothing that this worker does counts any more. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor() {
    super("Another worker has taken the conversation over.");
  }
}
