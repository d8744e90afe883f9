import {
  createMetaRequest,
  META_APP_SECRET,
  META_VERIFY_TOKEN,
} from "../../fixtures/meta-requests.ts";
import {
  GRAPH_TOKEN,
  PHONE_NUMBER_ID,
  startGraphServer,
} from "../graph-server.ts";
import type { ChatPlatform } from "./chat-platform.ts";

export async function startWhatsAppChats(): Promise<ChatPlatform> {
  const server = await startGraphServer();
  return {
    server,
    variables: (url) => ({
      WHATSAPP_ACCESS_TOKEN: GRAPH_TOKEN,
      WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
      WHATSAPP_APP_SECRET: META_APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: META_VERIFY_TOKEN,
      WHATSAPP_API_ROOT: url,
    }),
    deliver({ text, id, chat }) {
      const message = {
        from: `${chat}`,
        id: `wamid.${id}`,
        timestamp: "1790000000",
        type: "text",
        text: { body: text },
      };
      const value = {
        messaging_product: "whatsapp",
        metadata: {
          display_phone_number: "15550783881",
          phone_number_id: PHONE_NUMBER_ID,
        },
        contacts: [{ profile: { name: "Ada" }, wa_id: `${chat}` }],
        messages: [message],
      };
      const body = {
        object: "whatsapp_business_account",
        entry: [{ id: "1", changes: [{ field: "messages", value }] }],
      };
      return createMetaRequest("whatsapp", JSON.stringify(body));
    },
    conversation: (chat) => `whatsapp:${chat}`,
    shown: (chat) =>
      server.shown
        .filter(({ to }) => to === `${chat}`)
        .map(({ text }) => (text as { body: string }).body),
  };
}

export async function startMessengerChats(): Promise<ChatPlatform> {
  const server = await startGraphServer();
  return {
    server,
    variables: (url) => ({
      MESSENGER_PAGE_TOKEN: GRAPH_TOKEN,
      MESSENGER_APP_SECRET: META_APP_SECRET,
      MESSENGER_VERIFY_TOKEN: META_VERIFY_TOKEN,
      MESSENGER_API_ROOT: url,
    }),
    deliver({ text, id, chat }) {
      const event = {
        sender: { id: `${chat}` },
        recipient: { id: "1" },
        timestamp: 1_790_000_000_000,
        message: { mid: `m_${id}`, text },
      };
      const body = {
        object: "page",
        entry: [{ id: "1", time: 1_790_000_000_000, messaging: [event] }],
      };
      return createMetaRequest("messenger", JSON.stringify(body));
    },
    conversation: (chat) => `messenger:${chat}`,
    shown: (chat) =>
      server.shown
        .filter(
          ({ recipient }) => (recipient as { id: string }).id === `${chat}`,
        )
        .map(({ message }) => (message as { text: string }).text),
  };
}
