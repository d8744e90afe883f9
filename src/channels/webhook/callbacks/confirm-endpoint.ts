import type { RateLimiter } from "../../../rate-limiter.ts";
import {
  callbackCounterKey,
  type CallbackConfirmations,
  type Endpoint,
  hashEndpoint,
} from "./callback-confirmations.ts";
import type {
  AskedEndpoint,
  EndpointAnswer,
  EndpointVerifier,
} from "./verify-endpoint.ts";

/** `limited`: too many endpoints were asked for this caller; milliseconds until more are. */
export type EndpointConfirmation =
  | EndpointAnswer
  | {
      readonly kind: "limited";
      readonly limit: number;
      readonly waitMs: number;
    };

/** Throws when the storage cannot be reached. */
export type ConfirmEndpoint = (
  endpoint: AskedEndpoint,
) => Promise<EndpointConfirmation>;

/** How often endpoints are asked for one caller; each time costs a request, and two to look up the host. */
const PER_MINUTE = { limit: 10, windowMs: 60_000 };

/** Of messages that come at once with a new endpoint, one asks and the others wait. A little longer than asking takes. */
const ONE_AT_A_TIME = { limit: 1, windowMs: 6_000 };
const LOOK_AGAIN_MS = 500;
/** Who waits for longer finds an endpoint that does not answer. */
const MAX_WINDOWS = 2;

/** Whether an endpoint wants a caller's callbacks: as it has said within the last 90 days, else as it says now. */
export function createEndpointConfirmation({
  confirmations,
  limiter,
  verify,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: {
  confirmations: CallbackConfirmations;
  limiter: RateLimiter;
  verify: EndpointVerifier;
  wait?: (ms: number) => Promise<void>;
}): ConfirmEndpoint {
  const isConfirmed = async (endpoint: Endpoint) =>
    (await confirmations.find(endpoint)) === "valid";

  /** `asker`: nobody else asks the endpoint just now. */
  const waitForOthers = async (
    endpoint: Endpoint,
  ): Promise<"asker" | "confirmed" | "in vain"> => {
    const hash = await hashEndpoint(endpoint);
    const key = callbackCounterKey(endpoint.caller, "asked", hash);
    for (let window = 0; window < MAX_WINDOWS; window++) {
      const claim = await limiter.take(key, ONE_AT_A_TIME);
      if (!claim.isExceeded) return "asker";
      for (let left = claim.resetMs; left > 0; left -= LOOK_AGAIN_MS) {
        await wait(Math.min(left, LOOK_AGAIN_MS));
        if (await isConfirmed(endpoint)) return "confirmed";
      }
    }
    return "in vain";
  };

  return async (asked) => {
    const { caller, url } = asked;
    const endpoint = { caller, origin: url.origin };
    if (await isConfirmed(endpoint)) return { kind: "confirmed" };
    const waiting = await waitForOthers(endpoint);
    if (waiting === "confirmed") return { kind: "confirmed" };
    if (waiting === "in vain")
      return { kind: "unconfirmed", reason: "It was asked a moment ago." };
    const { limit, isExceeded, resetMs } = await limiter.take(
      callbackCounterKey(caller, "verifications"),
      PER_MINUTE,
    );
    if (isExceeded) return { kind: "limited", limit, waitMs: resetMs };
    const answer = await verify(asked);
    if (answer.kind === "confirmed") await confirmations.note(endpoint);
    return answer;
  };
}
