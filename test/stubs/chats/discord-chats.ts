import {
  ask,
  createDiscordRequest,
  createPrivateInteraction,
  DISCORD_PUBLIC_KEY,
  snowflakeAt,
} from "../../fixtures/discord-requests.ts";
import { startDiscordServer } from "../discord-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

export async function startDiscordChats(
  options: { limitsRate?: boolean } = {},
): Promise<ChatPlatform> {
  const server = await startDiscordServer(options);
  const startedAt = Date.now();
  const channelOf = (chat: number) => `7${String(chat).padStart(17, "0")}`;
  return {
    server,
    variables: (url) => ({
      DISCORD_PUBLIC_KEY,
      DISCORD_BOT_TOKEN: server.token,
      DISCORD_API_ROOT: url,
      DISCORD_CDN_ROOT: url,
    }),
    deliver({ text, id, chat, agoMs = 0 }) {
      const token = `token-${id}`;
      const channel = channelOf(chat);
      if (agoMs === 0) server.defer(token, channel);
      const interaction = createPrivateInteraction({
        id: snowflakeAt(startedAt - agoMs, id),
        token,
        channel_id: channel,
        channel: { id: channel, type: 1 },
        data: ask(text),
      });
      return createDiscordRequest(JSON.stringify(interaction));
    },
    conversation: (chat) => `discord:${channelOf(chat)}`,
    shown: (chat) =>
      server
        .shown()
        .filter(({ channel }) => channel === channelOf(chat))
        .map(({ content }) => content),
  };
}
