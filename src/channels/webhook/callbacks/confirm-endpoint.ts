import { readShortText } from "../../../bounded-fetch.ts";
import type { Counters } from "../../../counters.ts";
import { sha256, toHex } from "../../../hash.ts";
import type { RateLimiter } from "../../../rate-limiter.ts";
import { isSameSecret } from "../../secrets.ts";
import type { VerificationBody } from "../schemas/callback.ts";
import { VerificationAnswer } from "../schemas/verification.ts";
import type { CallbackPlace } from "./callback-policy.ts";
import type { SignedPost } from "./post-signed.ts";

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

/** Where a caller's callbacks go. All addresses of an origin have one owner, who is asked once. */
interface Endpoint {
  readonly caller: string;
  /** As `URL` writes it: `https://hooks.example.com`. */
  readonly origin: string;
}

/** `valid`: no need to ask. `expired`: messages that come now need a new one; callbacks of those before are still sent. */
export type Confirmation = "valid" | "expired" | "none";

/** Which endpoints have confirmed that they want a caller's callbacks. Both methods throw when the storage cannot be reached. */
export interface CallbackConfirmations {
  find(endpoint: Endpoint): Promise<Confirmation>;
  /** It has confirmed just now. */
  note(endpoint: Endpoint): Promise<void>;
}

const DAY_MS = 86_400_000;
/** Domains change hands: their owners are asked again after that time. */
const CONFIRMATION_DAYS = 90;
/** For messages whose answer takes long, and for callbacks that are sent once more. */
const GRACE_DAYS = 30;
const KEPT_MS = (CONFIRMATION_DAYS + GRACE_DAYS) * DAY_MS;

/** @param counters those of one caller may lie together: see `callbackCounterKey` */
export function createCallbackConfirmations({
  counters,
  now = Date.now,
}: {
  counters: Counters;
  now?: () => number;
}): CallbackConfirmations {
  /** Milliseconds since the epoch; 0 where it never has. */
  const read = async (key: string): Promise<number> => {
    const { confirmedAt = 0 } = await counters.read(key);
    return confirmedAt;
  };
  return {
    async find(endpoint) {
      const ageMs = now() - (await read(await keyOf(endpoint)));
      if (ageMs > KEPT_MS) return "none";
      return ageMs > CONFIRMATION_DAYS * DAY_MS ? "expired" : "valid";
    },

    async note(endpoint) {
      const key = await keyOf(endpoint);
      const at = now();
      // Refused where another request has noted it since the reading. Where the sum was lost in between, it is too small: the endpoint is asked again.
      await counters.add([
        {
          key,
          add: { confirmedAt: at - (await read(key)) },
          atMost: { confirmedAt: at },
          expiresAt: at + KEPT_MS,
        },
      ]);
    },
  };
}

async function keyOf(endpoint: Endpoint): Promise<string> {
  return callbackCounterKey(
    endpoint.caller,
    "confirmed",
    await hashEndpoint(endpoint),
  );
}

/** Origins are long, and nobody's business. */
async function hashEndpoint({ caller, origin }: Endpoint): Promise<string> {
  return toHex(await sha256(JSON.stringify([caller, origin])));
}

/** Keys of one caller begin with the same two parts, by which a platform may keep them together. */
export function callbackCounterKey(
  caller: string,
  ...parts: readonly string[]
): string {
  return ["callbacks", caller, ...parts].join("/");
}

/** An endpoint to ask, and what the question is signed with. */
interface AskedEndpoint {
  readonly caller: string;
  readonly url: URL;
  readonly place: CallbackPlace;
  readonly secrets: readonly string[];
}

/** `reason`: a sentence for the caller. Of the answer it tells the status alone. */
export type EndpointAnswer =
  | { readonly kind: "confirmed" }
  | { readonly kind: "unconfirmed"; readonly reason: string };

/** Asks an endpoint whether it wants a caller's callbacks; takes five seconds at most. Does not throw. */
type EndpointVerifier = (endpoint: AskedEndpoint) => Promise<EndpointAnswer>;

export const VERIFICATION_SECONDS = 5;
const MAX_ANSWER_UNITS = 1_000;

export function createEndpointVerifier({
  post,
  timeoutMs = VERIFICATION_SECONDS * 1_000,
  now = Date.now,
}: {
  post: SignedPost;
  timeoutMs?: number;
  now?: () => number;
}): EndpointVerifier {
  return async ({ caller, url, ...endpoint }) => {
    const challenge = createChallenge();
    const body: VerificationBody = {
      type: "callback.verification",
      timestamp: new Date(now()).toISOString(),
      caller,
      callback_url: url.href,
      data: { challenge },
    };
    const id = `evt_${createChallenge().slice(0, 32)}`;
    const posting = await post(
      { ...endpoint, url, id, body, timeoutMs },
      (response) => judge(response, challenge),
    );
    return posting.kind === "answered"
      ? posting.answer
      : refuse(posting.reason);
  };
}

async function judge(
  response: Response,
  challenge: string,
): Promise<EndpointAnswer> {
  const { status } = response;
  if (status !== 200) return refuse(`It answered with status ${status}.`);
  const text = await readShortText(response, { maxUnits: MAX_ANSWER_UNITS });
  const isRight =
    text !== undefined && (await isSameSecret(readChallenge(text), challenge));
  return isRight
    ? { kind: "confirmed" }
    : refuse("It answered with status 200, but not with the challenge only.");
}

/** Empty where it is none. */
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

function refuse(reason: string): EndpointAnswer {
  return { kind: "unconfirmed", reason };
}
