import { DeliveryError } from "../errors.ts";
import { FETCHED_REPLIES } from "./fetched-replies.ts";
import type { ChannelName } from "../message.ts";
import type { Channel } from "../channel.ts";

/** A channel that is not set up: takes nothing, and gives up replies to what came in while it was. */
export function createOffChannel(name: ChannelName): Channel {
  const giveUp = () =>
    Promise.reject(
      new DeliveryError({ kind: "gone", reason: `the ${name} channel is off` }),
    );
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
    split: (markdown) =>
      markdown === "" ? [] : [{ formatted: markdown, plain: markdown }],
    send: giveUp,
    edit: giveUp,
    remove: giveUp,
  };
}
