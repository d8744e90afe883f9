import type { Channel } from "../channel.ts";
import { DeliveryError } from "../errors.ts";

/** The sending side of a channel whose callers fetch their replies. */
export const FETCHED_REPLIES: Omit<Channel, "name" | "receive"> = {
  capabilities: {
    maxPartLength: null,
    typing: false,
    edits: false,
    threads: false,
  },
  split: () => [],
  presentationAt: () => ({ intervalMs: 0, preview: "none" }),
  send: refuse,
  edit: refuse,
  remove: refuse,
  showDraft: refuse,
  showTyping: async () => {},
};

function refuse(): Promise<never> {
  return Promise.reject(
    new DeliveryError({
      kind: "refused",
      reason: "replies of this channel are fetched",
    }),
  );
}
