import { DeliveryError } from "../errors.ts";
import type { Channel } from "../ports.ts";

/** The sending side of a channel whose callers fetch their replies. */
export const FETCHED_REPLIES: Omit<Channel, "name" | "receive"> = {
  capabilities: {
    maxPartLength: null,
    typing: false,
    edits: false,
    threads: false,
  },
  split: () => [],
  send: () =>
    Promise.reject(
      new DeliveryError({
        kind: "refused",
        reason: "replies of this channel are fetched",
      }),
    ),
  showTyping: async () => {},
};
