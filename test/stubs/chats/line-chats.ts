import {
  createLineRequest,
  LINE_SECRET,
} from "../../fixtures/line-requests.ts";
import { LINE_TOKEN, startLineServer } from "../line-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

export async function startLineChats(): Promise<ChatPlatform> {
  const server = await startLineServer();
  const userOf = (chat: number) => `U${String(chat).padStart(32, "0")}`;
  return {
    server,
    variables: (url) => ({
      LINE_CHANNEL_SECRET: LINE_SECRET,
      LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
      LINE_API_ROOT: url,
      LINE_DATA_API_ROOT: url,
    }),
    deliver({ text, id, chat, agoMs = 0 }) {
      const replyToken = `token-${id}`;
      server.issue(replyToken, userOf(chat));
      const body = JSON.stringify({
        destination: "Ubot",
        events: [
          {
            type: "message",
            mode: "active",
            timestamp: Date.now() - agoMs,
            source: { type: "user", userId: userOf(chat) },
            webhookEventId: `event-${id}`,
            deliveryContext: { isRedelivery: false },
            replyToken,
            message: { id: `${id}`, type: "text", quoteToken: "q", text },
          },
        ],
      });
      return createLineRequest(body);
    },
    conversation: (chat) => `line:${userOf(chat)}`,
    shown: (chat) =>
      server.shown
        .filter(({ to }) => to === userOf(chat))
        .map(({ message }) => String(message["text"])),
  };
}
