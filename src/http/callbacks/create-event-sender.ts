import type { Told } from "./callback-event.ts";
import type { CallbackSender } from "./create-callback-sender.ts";
import { failAttempt, postSigned, type PostOptions } from "./post-signed.ts";
import { writeEvent } from "./write-event.ts";

/** Where events go, and what signs them. */
export interface EventReceiver {
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
