import { readRetryAfterMs } from "../../../backoff.ts";
import type { Callback, CallbackAnswer } from "../../../callback-queue.ts";
import type { Turn } from "../../../turn.ts";
import {
  eventIdOf,
  writeCallback,
  type CallbackEventType,
} from "./callback-event.ts";
import {
  checkCallbackAddress,
  explainMissingSecret,
  type CallbackPolicy,
} from "./callback-policy.ts";
import type { CallbackConfirmations } from "./confirm-endpoint.ts";
import type { SignedPost } from "./post-signed.ts";

/**
 * `stopped`: the receiver answered 410 Gone. `failed`: retry, not before
 * `retryAfterMs` if set.
 */
export type CallbackAttempt =
  | { readonly kind: "delivered" | "stopped"; readonly answer: CallbackAnswer }
  | {
      readonly kind: "failed";
      readonly answer: CallbackAnswer;
      readonly retryAfterMs?: number | undefined;
    };

/**
 * Sends an event once. Takes at most ten seconds plus reading the confirmation;
 * never throws.
 * @param event.at when the turn ended, in epoch milliseconds
 */
export type CallbackSender = (
  callback: Callback,
  event: { turn: Turn; type: CallbackEventType; at: number },
) => Promise<CallbackAttempt>;

const TIMEOUT_MS = 10_000;
const GONE = 410;
const WITH_RETRY_AFTER = [429, 503];

/**
 * Checks everything before each attempt: rules, secrets and DNS records change.
 */
export function createCallbackSender({
  policy: { rulesOf, signingOf },
  confirmations,
  post,
  timeoutMs = TIMEOUT_MS,
}: {
  policy: CallbackPolicy;
  confirmations: Pick<CallbackConfirmations, "find">;
  post: SignedPost;
  timeoutMs?: number;
}): CallbackSender {
  return async (callback, { turn, type, at }) => {
    const { url: address, caller } = callback;
    const check = checkCallbackAddress(address, rulesOf(caller));
    if (check.kind === "refused") return fail(`The address ${check.reason}.`);
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return fail(explainMissingSecret(signing, caller));
    const { url, place } = check;
    if (place !== "listed") {
      const confirmation = await confirmations
        .find({ caller, origin: url.origin })
        .catch(() => undefined);
      if (confirmation === undefined)
        return fail("The endpoint's confirmation could not be looked up.");
      if (confirmation === "none") return fail(UNCONFIRMED);
    }
    const posting = await post(
      {
        url,
        place,
        id: await eventIdOf(turn, type),
        body: writeCallback(turn, { type, at, callback }),
        secrets: signing.secrets,
        timeoutMs,
      },
      readStatus,
    );
    return posting.kind === "answered" ? posting.answer : fail(posting.reason);
  };
}

const UNCONFIRMED =
  "The endpoint has not confirmed that it wants your callbacks. Send a new message with this callback_url to ask it again.";

/** Reads only the status and `Retry-After`. */
async function readStatus({
  ok,
  status: statusCode,
  headers,
}: Response): Promise<CallbackAttempt> {
  const answer = { kind: "answered", statusCode } as const;
  if (ok) return { kind: "delivered", answer };
  if (statusCode === GONE) return { kind: "stopped", answer };
  const retryAfterMs = WITH_RETRY_AFTER.includes(statusCode)
    ? readRetryAfterMs(headers)
    : undefined;
  return { kind: "failed", answer, retryAfterMs };
}

function fail(error: string): CallbackAttempt {
  return { kind: "failed", answer: { kind: "unanswered", error } };
}
