import { describeFailure } from "../describe-failure.ts";
import { AttachmentError, ModelError } from "../errors.ts";

/**
 * An error for the operator's log. A model's error comes with what the provider said: its messages and its cause are
 * made for the log, and hold no keys; so is an attachment's.
 */
export function describeError(
  error: unknown,
): Readonly<Record<string, unknown>> {
  if (error instanceof AttachmentError) return { error: error.message };
  if (!(error instanceof ModelError)) return describeFailure(error);
  const { message, cause } = error;
  return {
    error: message,
    reason: cause instanceof Error ? cause.message : undefined,
  };
}
