import { BusyError } from "../../errors.ts";

/** Another worker has the conversation, or too many change it at once. Nothing was changed; later, or when the lease has run out. */
export class ConversationBusyError extends BusyError {
  override readonly name = "ConversationBusyError";

  /** @param retryAfterMs until the lease runs out, unless it is renewed */
  constructor({ retryAfterMs }: { retryAfterMs: number }) {
    super({ reason: "Others have the conversation.", retryAfterMs });
  }
}

/** Another worker has taken the conversation over. Nothing was changed, and nothing that this worker does counts any more. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor() {
    super("Another worker has taken the conversation over.");
  }
}
