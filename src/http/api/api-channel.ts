import { FETCHED_REPLIES } from "../../channels/kit/fetched-replies.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Channel } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import { callbackOf } from "../callbacks/callback-event.ts";

/**
 * A placeholder: the queue reads the reply from the archive when it sends it.
 */
const CALLBACK_PART = { text: "callback" };

/**
 * Callers fetch replies over HTTP. If a message has a callback, its only part
 * is a placeholder that enqueues the callback.
 */
export function createApiChannel(
  callbacks: Pick<CallbackQueue, "enqueue">,
): Channel {
  return {
    name: "webhook",
    ...FETCHED_REPLIES,
    capabilities: { ...FETCHED_REPLIES.capabilities, isPatient: true },

    split: async (_, { to = {} } = {}) =>
      callbackOf(to) === undefined ? [] : [CALLBACK_PART],

    async send(part, to, options) {
      const callback = callbackOf(to);
      if (callback === undefined)
        return FETCHED_REPLIES.send(part, to, options);
      try {
        await callbacks.enqueue(callback);
      } catch (cause) {
        const reason = "the queue of callbacks cannot be reached";
        throw new DeliveryError({ kind: "unreachable", reason, cause });
      }
      return { id: callback.id };
    },
  };
}
