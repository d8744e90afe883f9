import {
  createSlackEvent,
  createSlackRequest,
  SLACK_SIGNING_SECRET,
} from "../../fixtures/slack-requests.ts";
import { startSlackServer } from "../slack-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

export async function startSlackChats(
  options: { limitsRate?: boolean } = {},
): Promise<ChatPlatform> {
  const server = await startSlackServer(options);
  return {
    server,
    variables: (url) => ({
      SLACK_BOT_TOKEN: server.token,
      SLACK_SIGNING_SECRET,
      SLACK_API_ROOT: `${url}/api`,
    }),
    deliver({ text, id, chat }) {
      const ts = `1800000001.${String(id).padStart(6, "0")}`;
      const event = createSlackEvent(
        {
          channel: `D${chat}`,
          text,
          ts,
        },
        { id: `Ev${id}` },
      );
      return createSlackRequest(JSON.stringify(event));
    },
    conversation: (chat) => `slack:D${chat}`,
    shown: (chat) =>
      server
        .shown()
        .filter(({ channel }) => channel === `D${chat}`)
        .map(({ text }) => text),
  };
}
