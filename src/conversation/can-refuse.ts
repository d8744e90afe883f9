import type { ChannelName } from "../message.ts";

/**
 * Whether senders on this channel hear at once that a message is not taken, and can send it again. Telegram would send it
 * again for a day, and hold back all others of its chat meanwhile: there a reply has to say so.
 */
export function canRefuse(channel: ChannelName): boolean {
  return channel !== "telegram";
}
