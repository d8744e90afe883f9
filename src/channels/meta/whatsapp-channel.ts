import type { Channel, ReceivingChannel, ReplyPart } from "../../channel.ts";
import { DeliveryError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";
import { fetchMedia } from "./fetch-media.ts";
import { callGraph, type GraphAccess } from "./graph-api.ts";
import { parseWhatsApp } from "./parse-whatsapp.ts";
import {
  answerChallenge,
  type MetaSecrets,
  readDelivery,
} from "./verify-meta.ts";
import * as z from "zod";

/** https://developers.facebook.com/docs/whatsapp/cloud-api/messages/text-messages */
const MAX_TEXT_LENGTH = 4_096;
/** https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-reply-buttons-messages */
const MAX_BUTTONS = 3;
const MAX_TITLE_LENGTH = 20;
const MAX_BUTTON_TEXT_LENGTH = 1_024;
/** Meta takes it away after so long, or with the reply. */
const TYPING_MS = 25_000;
const DAY_MS = 24 * 60 * 60_000;

const Address = z.object({ chat: z.string(), message: z.string().optional() });
const Sent = z.object({
  messages: z.array(z.object({ id: z.string() })).min(1),
});
const Media = z.object({ url: z.url(), file_size: z.number().optional() });

/** Chats of people with a WhatsApp number, by Meta's Cloud API. */
export function createWhatsAppChannel({
  appSecret,
  verifyToken,
  phoneNumberId,
  ...access
}: GraphAccess & MetaSecrets & { phoneNumberId: string }): ReceivingChannel {
  const post = (body: object, signal: AbortSignal) =>
    callGraph(`${phoneNumberId}/messages`, {
      access,
      body: { messaging_product: "whatsapp", ...body },
      signal,
    });
  const send: Channel["send"] = async (part, to, { signal }) => {
    const address = Address.safeParse(to);
    if (!address.success) throw new DeliveryError(WRONG_ADDRESS);
    const content = { to: address.data.chat, ...toContent(part) };
    const sent = Sent.safeParse(await post(content, signal));
    return { id: sent.data?.messages[0]?.id ?? "sent" };
  };

  return {
    name: "whatsapp",
    capabilities: {
      maxPartLength: MAX_TEXT_LENGTH,
      typingMs: TYPING_MS,
      canRefuse: false,
      commands: true,
      edits: false,
      buttons: true,
      files: false,
      replyWindowMs: DAY_MS,
    },

    async receive(request) {
      const secrets = { appSecret, verifyToken };
      if (request.method === "GET") return answerChallenge(request, secrets);
      const delivery = await readDelivery(request, secrets);
      if (delivery.kind === "refused") return delivery;
      const { messages, unread } = parseWhatsApp(delivery.value, {
        phoneNumberId,
      });
      if (unread > 0)
        logError("WhatsApp message not read", {
          reason: "not as Meta describes it",
        });
      return { kind: "messages", messages };
    },

    split: (markdown, { sources } = {}) => splitForWhatsApp(markdown, sources),
    presentationAt: () => ({ intervalMs: 0, preview: "none" }),
    send,
    edit: (_, part, to, options) => send(part, to, options),
    remove: async () => {},
    showDraft: async () => {
      throw new DeliveryError({
        kind: "refused",
        reason: "WhatsApp has no drafts",
      });
    },

    /** The message is marked as read by that, too. */
    async showTyping(to, { signal }) {
      const message = Address.safeParse(to).data?.message;
      if (message === undefined) return;
      try {
        await post(
          {
            status: "read",
            message_id: message,
            typing_indicator: { type: "text" },
          },
          signal,
        );
      } catch {
        // Nothing depends on it.
      }
    },

    fetchAttachment: (file, options) =>
      fetchMedia(
        async (signal) => {
          const media = await callGraph(encodeURIComponent(file), {
            access,
            method: "GET",
            signal,
          });
          const { data } = Media.safeParse(media);
          return data && { url: data.url, size: data.file_size };
        },
        { access, needsToken: true, ...options },
      ),
  };
}

const WRONG_ADDRESS = {
  kind: "refused",
  reason: "the address is not one of WhatsApp's",
} as const;

/** Buttons go with short texts alone; below others, their commands are listed. */
function toContent({ text, buttons = [] }: ReplyPart): object {
  const all = buttons.flat();
  const isFit =
    all.length <= MAX_BUTTONS && text.length <= MAX_BUTTON_TEXT_LENGTH;
  if (all.length > 0 && isFit)
    return {
      type: "interactive",
      interactive: {
        type: "button",
        body: { text },
        action: {
          buttons: all.map(({ label, command }) => ({
            type: "reply",
            reply: { id: command, title: label.slice(0, MAX_TITLE_LENGTH) },
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

/** Keeps a mark from being read as one: WhatsApp knows no escapes. */
const JOINER = "\u2060";

/** https://faq.whatsapp.com/539178204879377 */
const WHATSAPP_MARKUP: Markup = {
  escape: (text) => text.replaceAll(/[*_~`]/g, `$&${JOINER}`),
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
