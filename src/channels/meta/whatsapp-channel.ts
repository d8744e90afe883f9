import * as z from "zod";
import { cutText } from "../../text/text.ts";
import type { ReceivingChannel } from "../../types/channel.ts";
import type { ReplyPart } from "../../types/reply.ts";
import { createAddressParser } from "../kit/address-parser.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { escapeBetweenAddresses } from "../markdown/standard-markup.ts";
import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";
import { createMediaFetcher } from "./fetch-media.ts";
import { callGraph } from "./graph-api.ts";
import { createMetaReceiver, type MetaCheck } from "./meta-receiver.ts";
import { parseWhatsApp } from "./parse-whatsapp.ts";

/** https://developers.facebook.com/docs/whatsapp/cloud-api/messages/text-messages */
const MAX_TEXT_LENGTH = 4_096;
/** https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-reply-buttons-messages */
const MAX_BUTTONS = 3;
const MAX_TITLE_LENGTH = 20;
const MAX_BUTTON_TEXT_LENGTH = 1_024;
/** Meta hides "typing…" after this time, or when the reply arrives. */
const TYPING_MS = 25_000;

const parseAddress = createAddressParser("WhatsApp", {
  /** The person's phone number, or their id for this business. */
  chat: z.string(),
  message: z.string().optional(),
});
const Sent = z.object({
  messages: z.array(z.object({ id: z.string() })).min(1),
});
const Media = z.object({ url: z.url(), file_size: z.number().optional() });

/** Chats with a WhatsApp number, through Meta's Cloud API. */
export function createWhatsAppChannel({
  phoneNumberId,
  ...access
}: PlatformAccess & MetaCheck & { phoneNumberId: string }): ReceivingChannel {
  const post = (body: object, signal: AbortSignal) =>
    callGraph(`${phoneNumberId}/messages`, {
      access,
      body: { messaging_product: "whatsapp", ...body },
      signal,
    });

  return {
    name: "whatsapp",
    capabilities: {
      maxPartLength: MAX_TEXT_LENGTH,
      typingMs: TYPING_MS,
      commands: true,
      reach: { kind: "window", hours: 24 },
      buttons: true,
      linksCode: true,
      quotesById: true,
    },

    receive: createMetaReceiver("WhatsApp", access, (delivery, { oldest }) =>
      parseWhatsApp(delivery, { phoneNumberId, oldest }),
    ),
    split: splitForWhatsApp,

    async send(part, to, { signal }) {
      const { chat } = parseAddress(to);
      const isNumber = /^\d+$/.test(chat);
      const recipient = isNumber ? { to: chat } : { recipient: chat };
      const content = { ...recipient, ...toContent(part) };
      const sent = Sent.safeParse(await post(content, signal));
      return { id: sent.data?.messages[0]?.id ?? "sent" };
    },

    /** Also marks the message as read. */
    async showTyping(to, { signal }) {
      const { message } = parseAddress(to);
      if (message === undefined) return;
      const typing_indicator = { type: "text" };
      await post(
        { status: "read", message_id: message, typing_indicator },
        signal,
      );
    },

    fetchAttachment: createMediaFetcher({
      access,
      needsToken: true,
      async find(file, signal) {
        const path = encodeURIComponent(file);
        const media = await callGraph(path, { access, method: "GET", signal });
        const { data } = Media.safeParse(media);
        return data && { url: data.url, size: data.file_size };
      },
    }),
  };
}

/** Lists the buttons' commands if WhatsApp cannot show them as buttons. */
function toContent({ text, buttons = [] }: ReplyPart): object {
  const all = buttons.flat();
  const canShowButtons =
    all.length > 0 &&
    all.length <= MAX_BUTTONS &&
    text.length <= MAX_BUTTON_TEXT_LENGTH;
  if (canShowButtons)
    return {
      type: "interactive",
      interactive: {
        type: "button",
        body: { text },
        action: {
          buttons: all.map(({ label, command }) => ({
            type: "reply",
            reply: { id: command, title: cutText(label, MAX_TITLE_LENGTH) },
          })),
        },
      },
    };
  const commands = all.map(({ label, command }) => `${label}: /${command}`);
  return {
    type: "text",
    text: { body: [text, ...commands].join("\n"), preview_url: false },
  };
}

/**
 * Invisible; placed after markup to break it, because WhatsApp has no escapes.
 */
const JOINER = "\u2060";

/** https://faq.whatsapp.com/539178204879377 */
const WHATSAPP_MARKUP: Markup = {
  escape: (text) =>
    escapeBetweenAddresses(text, (piece) =>
      piece.replaceAll(/[*_~`]/g, `$&${JOINER}`),
    ),
  marks: { bold: "*", italic: "_", strikethrough: "~" },
  link: (text, address) =>
    text.replaceAll(JOINER, "") === address ? address : `${text} (${address})`,
  code: (text) => `\`${text.replaceAll("`", "'")}\``,
  pre: (text) => `\`\`\`${text.replaceAll("```", "'''")}\`\`\``,
  quote: (line) => `> ${line}`,
};

const splitForWhatsApp = createMarkupSplitter({
  markup: WHATSAPP_MARKUP,
  max: MAX_TEXT_LENGTH,
});
