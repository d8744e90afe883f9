import {
  createFeishuEvent,
  createFeishuRequest,
  FEISHU_ENCRYPT_KEY,
  FEISHU_VERIFICATION_TOKEN,
} from "../../fixtures/feishu-requests.ts";
import { startFeishuServer } from "../feishu-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

export async function startFeishuChats(
  options: { limitsRate?: boolean } = {},
): Promise<ChatPlatform> {
  const server = await startFeishuServer(options);
  return {
    server,
    variables: (url) => ({
      FEISHU_APP_ID: server.appId,
      FEISHU_APP_SECRET: server.appSecret,
      FEISHU_ENCRYPT_KEY,
      FEISHU_VERIFICATION_TOKEN,
      FEISHU_API_ROOT: url,
    }),
    deliver({ text, id, chat }) {
      const message = {
        message_id: `om_${id}`,
        chat_id: `oc_${chat}`,
        content: JSON.stringify({ text }),
      };
      return createFeishuRequest(
        JSON.stringify(createFeishuEvent({ message })),
      );
    },
    conversation: (chat) => `feishu:oc_${chat}`,
    shown: (chat) =>
      server
        .shown()
        .filter((message) => message.chat === `oc_${chat}`)
        .map(({ text }) => text),
  };
}
