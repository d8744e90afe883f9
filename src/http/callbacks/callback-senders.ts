import { callerOf } from "../api/ids.ts";
import {
  eventIdOf,
  writeCallback,
  writeEvent,
  type Told,
} from "./callback-event.ts";
import {
  checkCallbackAddress,
  explainMissingSecret,
  type CallbackPolicy,
} from "./callback-policy.ts";
import {
  failAttempt,
  postSigned,
  type CallbackAttempt,
  type PostOptions,
} from "./post-signed.ts";

/** Sends what a callback tells, once. Never throws. */
export type CallbackSender<Sent extends Told = Told> = (
  told: Sent,
) => Promise<CallbackAttempt>;

/** Checks everything before each attempt: rules and secrets change. */
export function createCallbackSender({
  policy: { rulesOf, signingOf },
  ...options
}: PostOptions & { policy: CallbackPolicy }): CallbackSender<
  Extract<Told, { kind: "turn" }>
> {
  return async ({ callback, turn, type, at }) => {
    const { url } = callback;
    const caller = callerOf(callback);
    const check = checkCallbackAddress(url, rulesOf(caller));
    if (check.kind === "refused")
      return failAttempt(`The address ${check.reason}.`);
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return failAttempt(explainMissingSecret(signing, caller));
    const id = await eventIdOf(turn, type);
    const body = JSON.stringify(writeCallback(turn, { type, at, url }));
    const { secrets } = signing;
    return postSigned({ url: check.url.href, id, body, secrets }, options);
  };
}

/** Where events go, and what signs them. */
interface EventReceiver {
  readonly url: string;
  /** Several while the secret is changed; each makes a signature. */
  readonly secrets: readonly string[];
}

/** @param receiver `undefined` if the setting was removed meanwhile */
export function createEventSender({
  receiver,
  ...options
}: PostOptions & { receiver: EventReceiver | undefined }): CallbackSender<
  Extract<Told, { kind: "event" }>
> {
  return async ({ callback: { conversation, id, event: number }, found }) => {
    if (receiver === undefined) return failAttempt("EVENTS_URL is not set.");
    const body = JSON.stringify(writeEvent(found, { conversation, number }));
    return postSigned({ ...receiver, id, body }, options);
  };
}
