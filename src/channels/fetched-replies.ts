import type { Channel, ReceivingChannel } from "../channel.ts";
import { DeliveryError } from "../errors.ts";
import type { ChannelName } from "../message.ts";

/** The sending side of a channel whose callers fetch their replies. */
export const FETCHED_REPLIES: Omit<Channel, "name"> = {
  capabilities: {
    maxPartLength: null,
    typingMs: 0,
    canRefuse: true,
    commands: false,
    edits: false,
    buttons: false,
    files: false,
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
  return fail("refused", "replies of this channel are fetched");
}

/** A channel that is not set up: takes nothing, and gives up replies to messages that came while it was. */
export function createOffChannel(name: ChannelName): ReceivingChannel {
  const giveUp = () => fail("gone", `the ${name} channel is off`);
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
    split: (markdown) => (markdown === "" ? [] : [{ text: markdown }]),
    send: giveUp,
    edit: giveUp,
    remove: giveUp,
  };
}

function fail(kind: DeliveryError["kind"], reason: string): Promise<never> {
  return Promise.reject(new DeliveryError({ kind, reason }));
}
