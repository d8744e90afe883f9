import type { CallbackQueue } from "../../callback-queue.ts";
import type { Channel } from "../../channel.ts";
import { DeliveryError } from "../../errors.ts";
import { FETCHED_REPLIES } from "../fetched-replies.ts";
import type { CallbackAcceptance } from "./callbacks/accept-callback.ts";
import { callbackOf } from "./callbacks/callback-of.ts";
import { type Credentials, identify } from "./identify.ts";
import { readMessage } from "./read-message.ts";

/** Stands for the reply, which is read from the archive when it is sent. */
const CALLBACK_PART = { formatted: "callback", plain: "callback" };

/**
 * Messages by HTTP with an API key or a signature. Replies are fetched by the caller; where the message has a callback, the
 * one part of its reply is that the caller is told, which is handed to the queue.
 */
export function createWebhookChannel({
  credentials,
  callbacks,
  createId,
}: {
  credentials: Credentials;
  callbacks: {
    readonly accept: CallbackAcceptance;
    readonly queue: Pick<CallbackQueue, "enqueue">;
  };
  createId?: () => string;
}): Channel {
  return {
    name: "webhook",
    ...FETCHED_REPLIES,

    async receive(request) {
      const identity = await identify(request, {
        credentials,
        takesSignatures: true,
      });
      if (identity.kind === "refused") return identity;
      const { name: caller, signed } = identity;
      return readMessage(request, {
        caller,
        signed,
        acceptCallback: callbacks.accept,
        createId,
      });
    },

    split: (_, { to = {} } = {}) =>
      callbackOf(to) === undefined ? [] : [CALLBACK_PART],

    async send(part, to, options) {
      const callback = callbackOf(to);
      if (callback === undefined)
        return FETCHED_REPLIES.send(part, to, options);
      try {
        await callbacks.queue.enqueue(callback);
      } catch (cause) {
        const reason = "the queue of callbacks cannot be reached";
        throw new DeliveryError({ kind: "unreachable", reason, cause });
      }
      return { id: callback.id };
    },
  };
}
