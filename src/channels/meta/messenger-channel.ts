import type { Channel, ReceivingChannel, ReplyPart } from "../../channel.ts";
import { DeliveryError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { PLAIN_MARKUP } from "../markdown/plain-markup.ts";
import { createMarkupSplitter } from "../markdown/write-markup.ts";
import { fetchMedia } from "./fetch-media.ts";
import { callGraph, type GraphAccess } from "./graph-api.ts";
import { parseMessenger } from "./parse-messenger.ts";
import {
  answerChallenge,
  type MetaSecrets,
  readDelivery,
} from "./verify-meta.ts";
import * as z from "zod";

/** https://developers.facebook.com/docs/messenger-platform/reference/send-api */
const MAX_TEXT_LENGTH = 2_000;
/** https://developers.facebook.com/docs/messenger-platform/send-messages/quick-replies */
const MAX_QUICK_REPLIES = 13;
const MAX_TITLE_LENGTH = 20;
const TYPING_MS = 20_000;
const DAY_MS = 24 * 60 * 60_000;

const Address = z.object({ chat: z.string() });
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

/** Chats of people with a Facebook page. */
export function createMessengerChannel({
  appSecret,
  verifyToken,
  ...access
}: GraphAccess & MetaSecrets): ReceivingChannel {
  const post = (
    to: Parameters<Channel["send"]>[1],
    body: object,
    signal: AbortSignal,
  ) => {
    const address = Address.safeParse(to);
    if (!address.success)
      throw new DeliveryError({
        kind: "refused",
        reason: "the address is not one of Messenger's",
      });
    return callGraph("me/messages", {
      access,
      body: { recipient: { id: address.data.chat }, ...body },
      signal,
    });
  };
  const send: Channel["send"] = async (part, to, { signal }) => {
    const body = { messaging_type: "RESPONSE", message: toMessage(part) };
    const sent = Sent.safeParse(await post(to, body, signal));
    return { id: sent.data?.message_id ?? "sent" };
  };

  return {
    name: "messenger",
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
      const { messages, unread } = parseMessenger(delivery.value);
      if (unread > 0)
        logError("Messenger message not read", {
          reason: "not as Meta describes it",
        });
      return { kind: "messages", messages };
    },

    split: (markdown, { sources } = {}) => splitForMessenger(markdown, sources),
    presentationAt: () => ({ intervalMs: 0, preview: "none" }),
    send,
    edit: (_, part, to, options) => send(part, to, options),
    remove: async () => {},
    showDraft: async () => {
      throw new DeliveryError({
        kind: "refused",
        reason: "Messenger has no drafts",
      });
    },

    async showTyping(to, { signal }) {
      try {
        await post(to, { sender_action: "mark_seen" }, signal);
        await post(to, { sender_action: "typing_on" }, signal);
      } catch {
        // Nothing depends on it.
      }
    },

    /** @param file the message's id and which of its attachments it is: the addresses in a delivery are not to be stored */
    fetchAttachment: (file, options) =>
      fetchMedia(
        async (signal) => {
          const [message = "", index = ""] = file.split(" ");
          const listed = await callGraph(
            `${encodeURIComponent(message)}/attachments`,
            { access, method: "GET", signal },
          );
          const found = Attachments.safeParse(listed).data?.data[Number(index)];
          const url = found?.file_url ?? found?.image_data?.url;
          return url === undefined ? undefined : { url, size: found?.size };
        },
        { access, needsToken: false, ...options },
      ),
  };
}

function toMessage({ text, buttons = [] }: ReplyPart): object {
  const replies = buttons.flat().slice(0, MAX_QUICK_REPLIES);
  return {
    text,
    ...(replies.length > 0 && {
      quick_replies: replies.map(({ label, command }) => ({
        content_type: "text",
        title: label.slice(0, MAX_TITLE_LENGTH),
        payload: command,
      })),
    }),
  };
}

const splitForMessenger = createMarkupSplitter({
  markup: PLAIN_MARKUP,
  max: MAX_TEXT_LENGTH,
});
