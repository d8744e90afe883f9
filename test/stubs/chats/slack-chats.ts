import {
  createSlackEvent,
  createSlackRequest,
  SLACK_SIGNING_SECRET,
} from "../../fixtures/slack-requests.ts";
import { startSlackServer } from "../slack-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

/** The thread in each chat. */
const THREAD = "1800000000.000001";

export async function startSlackChats(
  options: { limitsRate?: boolean } = {},
): Promise<ChatPlatform> {
  const server = await startSlackServer(options);
  const textsOf = (
    chat: number,
    { isStreaming }: { isStreaming: boolean },
  ): readonly string[] =>
    server
      .shown()
      .filter(
        (message) =>
          message.channel === `D${chat}` && message.isStreaming === isStreaming,
      )
      .map(({ text }) => text);
  return {
    server,
    variables: (url) => ({
      SLACK_BOT_TOKEN: server.token,
      SLACK_SIGNING_SECRET,
      SLACK_API_ROOT: `${url}/api`,
    }),
    deliver({ text, id, chat, inThread = false }) {
      const ts = `1800000001.${String(id).padStart(6, "0")}`;
      const event = createSlackEvent(
        {
          channel: `D${chat}`,
          text,
          ts,
          ...(inThread && { thread_ts: THREAD }),
        },
        { id: `Ev${id}` },
      );
      return createSlackRequest(JSON.stringify(event));
    },
    conversation: (chat, { inThread = false } = {}) =>
      `slack:D${chat}${inThread ? `:${THREAD}` : ""}`,
    shown: (chat) => textsOf(chat, { isStreaming: false }),
    unfinished: (chat) => textsOf(chat, { isStreaming: true }),
  };
}
