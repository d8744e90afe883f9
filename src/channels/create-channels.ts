import type { Channel, Channels, ReceivingChannel } from "../types/channel.ts";
import type {
  ChannelParts,
  ConfiguredChannel,
} from "./kit/channel-definition.ts";
import { createOffChannel, FETCHED_REPLIES } from "./kit/fetched-replies.ts";

/** Parley's own channels and all enabled ones of platforms. */
export function createChannels(
  configured: readonly ConfiguredChannel[],
  parts: ChannelParts,
): Channels {
  const receiving = new Map(
    configured.flatMap(({ definition: { name }, on }) =>
      on === undefined ? [] : [[name, once(() => on.load(parts))] as const],
    ),
  );
  const own = new Map<string, Channel>(
    [API_CHANNEL, WEB_CHANNEL].map((channel) => [channel.name, channel]),
  );
  return {
    receiving,
    find: async (name) =>
      own.get(name) ??
      (await receiving.get(name)?.()) ??
      createOffChannel(name),
  };
}

/** Callers of the HTTP API fetch replies, or get callbacks. */
export const API_CHANNEL: Channel = {
  name: "webhook",
  ...FETCHED_REPLIES,
  capabilities: { ...FETCHED_REPLIES.capabilities, isPatient: true },
};

/** The page receives its replies as events. */
export const WEB_CHANNEL: Channel = {
  name: "web",
  ...FETCHED_REPLIES,
  capabilities: { ...FETCHED_REPLIES.capabilities, buttons: true },
};

/**
 * Caches the channel, not its promise: a Workers request must not await another
 * request's promise.
 */
function once(
  load: () => Promise<ReceivingChannel>,
): () => Promise<ReceivingChannel> {
  let loaded: ReceivingChannel | undefined;
  return async () => (loaded ??= await load());
}
