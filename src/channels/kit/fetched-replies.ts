import type { Channel, ReceivingChannel } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { ChannelName } from "../../types/message.ts";

/** Sending side of channels whose callers fetch replies. */
export const FETCHED_REPLIES: Omit<Channel, "name"> = {
  capabilities: {
    maxPartLength: null,
    canRefuse: true,
    reach: { kind: "fetched" },
  },
  split: async () => [],
  send: () => fail("refused", "replies of this channel are fetched"),
};

/**
 * A disabled channel: rejects requests, and ends delivery of replies to
 * messages it received while enabled.
 */
export function createOffChannel(name: ChannelName): ReceivingChannel {
  return {
    name,
    ...FETCHED_REPLIES,
    receive: async () => ({
      kind: "refused",
      problem: {
        status: 404,
        slug: "channel-off",
        title: "This channel is off",
        detail: `The ${name} channel is not set up.`,
      },
    }),
    split: async (markdown) => (markdown === "" ? [] : [{ text: markdown }]),
    send: () => fail("gone", `the ${name} channel is off`),
  };
}

function fail(kind: DeliveryError["kind"], reason: string): Promise<never> {
  return Promise.reject(new DeliveryError({ kind, reason }));
}
