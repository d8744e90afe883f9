import { readShortText } from "../../../bounded-fetch.ts";
import type { Counters } from "../../../counters.ts";
import { sha256, toHex } from "../../../hash.ts";
import type { RateLimiter } from "../../../rate-limiter.ts";
import { isSameSecret } from "../../secrets.ts";
import type { VerificationBody } from "../schemas/callback.ts";
import { VerificationAnswer } from "../schemas/verification.ts";
import type { CallbackPlace } from "./callback-policy.ts";
import type { SignedPost } from "./post-signed.ts";

/**
 * `limited`: the caller has named too many new endpoints. `waitMs`: time until
 * the next is allowed.
 */
export type EndpointConfirmation =
  | EndpointAnswer
  | {
      readonly kind: "limited";
      readonly limit: number;
      readonly waitMs: number;
    };

/** Throws if the storage is unreachable. */
export type ConfirmEndpoint = (
  endpoint: AskedEndpoint,
) => Promise<EndpointConfirmation>;

/**
 * Verifications per caller. Each costs one request to the endpoint and two DNS
 * queries.
 */
const PER_MINUTE = { limit: 10, windowMs: 60_000 };

/**
 * Concurrent messages with a new endpoint share one verification: one message
 * verifies, the others poll. A little longer than a verification takes.
 */
const ONE_AT_A_TIME = { limit: 1, windowMs: 6_000 };
const POLL_MS = 500;
/** After this many windows, the endpoint counts as unresponsive. */
const MAX_WINDOWS = 2;

/**
 * Checks whether an endpoint wants a caller's callbacks: confirmed within the
 * last 90 days, or now, when asked.
 */
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

  /**
   * `verifier`: the lease is ours. `timed-out`: another request's verification
   * did not succeed.
   */
  const waitForOthers = async (
    endpoint: Endpoint,
  ): Promise<"verifier" | "confirmed" | "timed-out"> => {
    const hash = await hashEndpoint(endpoint);
    const key = callbackCounterKey(endpoint.caller, "asked", hash);
    for (let window = 0; window < MAX_WINDOWS; window++) {
      const claim = await limiter.take(key, ONE_AT_A_TIME);
      if (!claim.isExceeded) return "verifier";
      for (let left = claim.resetMs; left > 0; left -= POLL_MS) {
        await wait(Math.min(left, POLL_MS));
        if (await isConfirmed(endpoint)) return "confirmed";
      }
    }
    return "timed-out";
  };

  return async (asked) => {
    const { caller, url } = asked;
    const endpoint = { caller, origin: url.origin };
    if (await isConfirmed(endpoint)) return { kind: "confirmed" };
    const waiting = await waitForOthers(endpoint);
    if (waiting === "confirmed") return { kind: "confirmed" };
    if (waiting === "timed-out")
      return {
        kind: "unconfirmed",
        reason: "It was asked a moment ago and did not confirm.",
      };
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

/**
 * A caller's endpoint. An origin has one owner, so one confirmation covers all
 * its URLs.
 */
interface Endpoint {
  readonly caller: string;
  /** As in `URL.origin`, e.g. `https://hooks.example.com`. */
  readonly origin: string;
}

/**
 * `expired`: new messages need a new confirmation; callbacks of earlier
 * messages are still sent.
 */
export type Confirmation = "valid" | "expired" | "none";

/**
 * Stores which endpoints have confirmed, per caller. Both methods throw if the
 * storage is unreachable.
 */
export interface CallbackConfirmations {
  find(endpoint: Endpoint): Promise<Confirmation>;
  /** Records a confirmation made now. */
  note(endpoint: Endpoint): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Domains change hands, so confirmations expire. */
const CONFIRMATION_DAYS = 90;
/** For long turns and for callbacks that are resent. */
const GRACE_DAYS = 30;
const KEPT_MS = (CONFIRMATION_DAYS + GRACE_DAYS) * DAY_MS;

/** @param counters may partition by caller, see `callbackCounterKey` */
export function createCallbackConfirmations({
  counters,
  now = Date.now,
}: {
  counters: Counters;
  now?: () => number;
}): CallbackConfirmations {
  /** Epoch milliseconds; 0 if never confirmed. */
  const read = async (key: string): Promise<number> => {
    const { confirmedAt = 0 } = await counters.read(key);
    return confirmedAt;
  };
  return {
    async find(endpoint) {
      const period = periodOf(now());
      const confirmedAt =
        (await read(await keyOf(endpoint, period))) ||
        (await read(await keyOf(endpoint, period - 1)));
      const ageMs = now() - confirmedAt;
      if (ageMs > KEPT_MS) return "none";
      return ageMs > CONFIRMATION_DAYS * DAY_MS ? "expired" : "valid";
    },

    async note(endpoint) {
      const at = now();
      const period = periodOf(at);
      const key = await keyOf(endpoint, period);
      // Counters only add. `atMost` rejects the change if a concurrent request
      // has recorded its own. If the counter was lost since the read, the sum
      // is too small and the endpoint is asked again.
      await counters.add([
        {
          key,
          add: { confirmedAt: at - (await read(key)) },
          atMost: { confirmedAt: at },
          expiresAt: (period + 2) * KEPT_MS,
        },
      ]);
    },
  };
}

/** A confirmation is kept until the end of the next period. */
function periodOf(time: number): number {
  return Math.floor(time / KEPT_MS);
}

async function keyOf(endpoint: Endpoint, period: number): Promise<string> {
  return callbackCounterKey(
    endpoint.caller,
    "confirmed",
    await hashEndpoint(endpoint),
    String(period),
  );
}

/** Origins are long, and may be confidential. */
async function hashEndpoint({ caller, origin }: Endpoint): Promise<string> {
  return toHex(await sha256(JSON.stringify([caller, origin])));
}

/**
 * Keys of a caller share the prefix `callbacks/<caller>/`, by which platforms
 * may partition.
 */
export function callbackCounterKey(
  caller: string,
  ...parts: readonly string[]
): string {
  return ["callbacks", caller, ...parts].join("/");
}

/** An endpoint to verify, and the secrets that sign the request. */
interface AskedEndpoint {
  readonly caller: string;
  readonly url: URL;
  readonly place: CallbackPlace;
  readonly secrets: readonly string[];
}

/**
 * `reason`: a sentence shown to the caller. Reveals only the status of the
 * endpoint's response.
 */
export type EndpointAnswer =
  | { readonly kind: "confirmed" }
  | { readonly kind: "unconfirmed"; readonly reason: string };

/**
 * Asks an endpoint whether it wants a caller's callbacks. Takes at most five
 * seconds, never throws.
 */
type EndpointVerifier = (endpoint: AskedEndpoint) => Promise<EndpointAnswer>;

export const VERIFICATION_SECONDS = 5;
const MAX_ANSWER_UNITS = 1_000;

export function createEndpointVerifier({
  post,
  timeoutMs = VERIFICATION_SECONDS * 1_000,
}: {
  post: SignedPost;
  timeoutMs?: number;
}): EndpointVerifier {
  return async ({ caller, url, ...endpoint }) => {
    const challenge = createChallenge();
    const body: VerificationBody = {
      type: "callback.verification",
      timestamp: new Date().toISOString(),
      caller,
      callback_url: url.href,
      data: { challenge },
    };
    const id = `evt_${createChallenge().slice(0, 32)}`;
    const posting = await post(
      { ...endpoint, url, id, body, timeoutMs },
      (response) => checkAnswer(response, challenge),
    );
    return posting.kind === "answered"
      ? posting.answer
      : reject(posting.reason);
  };
}

async function checkAnswer(
  response: Response,
  challenge: string,
): Promise<EndpointAnswer> {
  const { status } = response;
  if (status !== 200) return reject(`It answered with status ${status}.`);
  const text = await readShortText(response, { maxUnits: MAX_ANSWER_UNITS });
  const isRight =
    text !== undefined && (await isSameSecret(readChallenge(text), challenge));
  return isRight
    ? { kind: "confirmed" }
    : reject("It answered with status 200, but not with the challenge only.");
}

/** Empty if the text is no valid answer. */
function readChallenge(text: string): string {
  try {
    const { data } = VerificationAnswer.safeParse(JSON.parse(text));
    return data?.challenge ?? "";
  } catch {
    return "";
  }
}

function createChallenge(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

function reject(reason: string): EndpointAnswer {
  return { kind: "unconfirmed", reason };
}
