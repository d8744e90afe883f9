import { GrammyError, HttpError } from "grammy/web";
import { DeliveryError } from "../../errors.ts";
import { hideToken } from "./hide-token.ts";

/**
 * What a failed call means for the part that was to be sent. The error that caused it is left out: it may hold the
 * token, in the address that was called, and it holds the text.
 */
export function toDeliveryError(error: unknown, token: string): DeliveryError {
  if (!(error instanceof GrammyError)) {
    return new DeliveryError({
      kind: "unreachable",
      reason: `no answer from Telegram${networkCode(error)}`,
    });
  }
  const { error_code: status, description, parameters } = error;
  const { retry_after: retryAfterSeconds } = parameters;
  return new DeliveryError({
    kind: kindOf(status, description),
    reason: hideToken(`${status} ${description}`, token),
    ...(retryAfterSeconds !== undefined && {
      retryAfterMs: retryAfterSeconds * 1000,
    }),
  });
}

/** Whether Telegram did not understand the HTML: the same as plain text may pass. */
export function isUnparsable(error: unknown): boolean {
  return isBadRequest(error, /can't parse entities/i);
}

/** Whether the topic was deleted, or is one that cannot be named (https://github.com/tdlib/telegram-bot-api/issues/847). */
export function isThreadMissing(error: unknown): boolean {
  return isBadRequest(error, /message thread not found/i);
}

function isBadRequest(error: unknown, description: RegExp): boolean {
  return (
    error instanceof GrammyError &&
    error.error_code === 400 &&
    description.test(error.description)
  );
}

function kindOf(status: number, description: string): DeliveryError["kind"] {
  if (status === 429) return "rate-limited";
  if (status === 403) return "gone";
  if (status === 400 && /chat not found|user is deactivated/i.test(description))
    return "gone";
  return status >= 400 && status < 500 ? "refused" : "unreachable";
}

/** A network error's short name, such as ` (ECONNREFUSED)`: its text may hold the address. */
function networkCode(error: unknown): string {
  if (!(error instanceof HttpError && error.error instanceof Error)) return "";
  const { name, cause } = error.error;
  const code =
    cause instanceof Error && "code" in cause ? cause.code : undefined;
  return ` (${typeof code === "string" ? code : name})`;
}
