import type { Callback, CallbackAnswer } from "../../../callback-queue.ts";
import { createTimeLimit } from "../../../time-limit.ts";
import type { Turn } from "../../../turn.ts";
import {
  type CallbackEventType,
  eventIdOf,
  writeCallback,
} from "./callback-event.ts";
import { type CallbackRules, checkCallbackAddress } from "./callback-rules.ts";
import { checkPublicHost } from "./check-public-host.ts";
import type { HostResolver } from "./host-resolver.ts";
import { postCallback } from "./post-callback.ts";

/** `stopped`: the receiver wants no more of it. `failed`: it may work later; not before `retryAfterMs` where it says so. */
export type CallbackAttempt =
  | { readonly kind: "delivered" | "stopped"; readonly answer: CallbackAnswer }
  | {
      readonly kind: "failed";
      readonly answer: CallbackAnswer;
      readonly retryAfterMs?: number | undefined;
    };

/** One attempt to tell how a turn has ended; takes ten seconds at most. Does not throw. */
export type CallbackSender = (
  callback: Callback,
  event: { turn: Turn; type: CallbackEventType; at: number },
) => Promise<CallbackAttempt>;

const TIMEOUT_MS = 10_000;

/**
 * The address is checked anew before each attempt: rules change, and so do the numbers behind a name.
 * @param secretsOf a caller's, in the form `whsec_…`; all of them sign
 */
export function createCallbackSender({
  rules,
  resolver,
  secretsOf,
  userAgent,
  timeoutMs = TIMEOUT_MS,
  now = Date.now,
  fetch = (...request) => globalThis.fetch(...request),
}: {
  rules: CallbackRules;
  resolver: HostResolver;
  secretsOf: (caller: string) => Promise<readonly string[]>;
  userAgent: string;
  timeoutMs?: number;
  now?: () => number;
  fetch?: typeof globalThis.fetch;
}): CallbackSender {
  return async ({ url: address, caller }, { turn, type, at }) => {
    const check = checkCallbackAddress(address, rules);
    if (check.kind === "refused") return fail(`The address ${check.reason}.`);
    const secrets = await secretsOf(caller);
    if (secrets.length === 0)
      return fail(
        "There is no secret to sign with: see WEBHOOK_SIGNING_SECRET.",
      );
    const { url, isTrusted } = check;
    using limit = createTimeLimit({
      ms: timeoutMs,
      signal: new AbortController().signal,
    });
    const { signal } = limit;
    try {
      const host = isTrusted
        ? undefined
        : await checkPublicHost(url.hostname, { resolver, signal });
      if (host?.kind === "refused") return fail(host.reason);
      return await postCallback({
        url,
        id: await eventIdOf(turn, type),
        body: JSON.stringify(writeCallback(turn, { type, at })),
        secrets,
        userAgent,
        now: now(),
        fetch,
        signal,
      });
    } catch {
      return fail(
        limit.isOver
          ? `There was no answer within ${timeoutMs / 1_000} seconds.`
          : "The host could not be reached, or broke the connection off.",
      );
    }
  };
}

function fail(error: string): CallbackAttempt {
  return { kind: "failed", answer: { kind: "unanswered", error } };
}
