import * as z from "zod";
import { cutText } from "../../text/text.ts";
import type { ReceivingChannel } from "../../types/channel.ts";
import type { ReplyAddress } from "../../types/message.ts";
import type { ReplyPart } from "../../types/reply.ts";
import { createAddressParser } from "../kit/address-parser.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { PLAIN_MARKUP } from "../markdown/plain-markup.ts";
import { createMarkupSplitter } from "../markdown/write-markup.ts";
import { createMediaFetcher } from "./fetch-media.ts";
import { callGraph } from "./graph-api.ts";
import { createMetaReceiver, type MetaCheck } from "./meta-receiver.ts";
import { OWN_MARK, parseMessenger } from "./parse-messenger.ts";

/** https://developers.facebook.com/docs/messenger-platform/reference/send-api */
const MAX_TEXT_LENGTH = 2_000;
/** https://developers.facebook.com/docs/messenger-platform/send-messages/quick-replies */
const MAX_QUICK_REPLIES = 13;
const MAX_TITLE_LENGTH = 20;
const TYPING_MS = 20_000;

const parseAddress = createAddressParser("Messenger", { chat: z.string() });
const Sent = z.object({ message_id: z.string() });
const Attachments = z.object({
  data: z.array(
    z.object({
      size: z.number().optional(),
      file_url: z.url().optional(),
      image_data: z.object({ url: z.url() }).optional(),
    }),
  ),
});

/** Chats with a Facebook page on Messenger. */
export function createMessengerChannel(
  access: PlatformAccess & MetaCheck,
): ReceivingChannel {
  const post = (to: ReplyAddress, body: object, signal: AbortSignal) =>
    callGraph("me/messages", {
      access,
      body: { recipient: { id: parseAddress(to).chat }, ...body },
      signal,
    });

  return {
    name: "messenger",
    capabilities: {
      maxPartLength: MAX_TEXT_LENGTH,
      typingMs: TYPING_MS,
      commands: true,
      reach: { kind: "window", hours: 24 },
      buttons: "fleeting",
      linksCode: true,
      quotesById: true,
    },

    receive: createMetaReceiver("Messenger", access, parseMessenger),
    split: splitForMessenger,

    async send(part, to, { signal }) {
      const body = { messaging_type: "RESPONSE", message: toMessage(part) };
      const sent = Sent.safeParse(await post(to, body, signal));
      return { id: sent.data?.message_id ?? "sent" };
    },

    async showTyping(to, { signal }) {
      await post(to, { sender_action: "mark_seen" }, signal);
      await post(to, { sender_action: "typing_on" }, signal);
    },

    fetchAttachment: createMediaFetcher({
      access,
      needsToken: false,
      /** @param file the message's id and the attachment's index */
      async find(file, signal) {
        const [message = "", index = ""] = file.split(" ");
        const path = `${encodeURIComponent(message)}/attachments`;
        const listed = await callGraph(path, { access, method: "GET", signal });
        const found = Attachments.safeParse(listed).data?.data[Number(index)];
        const url = found?.file_url ?? found?.image_data?.url;
        return url === undefined ? undefined : { url, size: found?.size };
      },
    }),
  };
}

function toMessage({ text, buttons = [] }: ReplyPart): object {
  const replies = buttons.flat().slice(0, MAX_QUICK_REPLIES);
  return {
    text,
    metadata: OWN_MARK,
    ...(replies.length > 0 && {
      quick_replies: replies.map(({ label, command }) => ({
        content_type: "text",
        title: cutText(label, MAX_TITLE_LENGTH),
        payload: `/${command}`,
      })),
    }),
  };
}

const splitForMessenger = createMarkupSplitter({
  markup: PLAIN_MARKUP,
  max: MAX_TEXT_LENGTH,
});
