import type { Counters } from "../../../counters.ts";
import { sha256, toHex } from "../../../hash.ts";

/** Where a caller's callbacks go. All addresses of an origin have one owner, who is asked once. */
export interface Endpoint {
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
export const CONFIRMATION_DAYS = 90;
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
export async function hashEndpoint({
  caller,
  origin,
}: Endpoint): Promise<string> {
  return toHex(await sha256(JSON.stringify([caller, origin])));
}

/** Keys of one caller begin with the same two parts, by which a platform may keep them together. */
export function callbackCounterKey(
  caller: string,
  ...parts: readonly string[]
): string {
  return ["callbacks", caller, ...parts].join("/");
}
