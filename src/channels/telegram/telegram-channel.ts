import { notFrom, refuse } from "../../http/problems.ts";
import { isSameSecret } from "../../http/secrets.ts";
import type { MessageIndex } from "../../types/archive.ts";
import type {
  Editing,
  ReceivingChannel,
  Reception,
} from "../../types/channel.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { jsonAnswer } from "../kit/reception.ts";
import { createAttachmentFetcher } from "./attachments.ts";
import { MAX_MESSAGE_LENGTH } from "./entities.ts";
import { createUpdateReceiver } from "./receive-update.ts";
import {
  acknowledge,
  createTelegramSending,
  type TelegramStreaming,
} from "./telegram-sending.ts";
import { toTelegramParts } from "./to-telegram-parts.ts";

/** Private chats and groups with a Telegram bot, by webhook. */
export function createTelegramChannel({
  webhookSecret,
  index,
  streaming = "edit",
  ...access
}: PlatformAccess & {
  /** Sent by Telegram with each update. */
  webhookSecret: string;
  /** Stores which supergroups groups became. */
  index: MessageIndex;
  streaming?: TelegramStreaming;
}): ReceivingChannel & Editing {
  const receiveUpdate = createUpdateReceiver({ ...access, index });
  return {
    name: "telegram",
    capabilities: {
      maxPartLength: MAX_MESSAGE_LENGTH,
      typingMs: 5_000,
      commands: true,
      buttons: true,
      files: true,
    },

    async receive(request) {
      const given =
        request.headers.get("X-Telegram-Bot-Api-Secret-Token") ?? "";
      return (await isSameSecret(given, webhookSecret))
        ? withAnswer(await receiveUpdate(request))
        : UNAUTHORIZED;
    },

    split: toTelegramParts,

    ...createTelegramSending({ ...access, streaming }),

    fetchAttachment: createAttachmentFetcher(access),
  };
}

const UNAUTHORIZED = refuse(
  notFrom(
    "Telegram",
    "The X-Telegram-Bot-Api-Secret-Token header is missing or wrong. Set the webhook again with `npm run telegram:webhook` and the TELEGRAM_WEBHOOK_SECRET of this deployment.",
  ),
);

/** Makes Telegram show that the message has arrived. */
function withAnswer(reception: Reception): Reception {
  if (reception.kind === "refused") return reception;
  const last = reception.messages.at(-1);
  return last === undefined
    ? reception
    : { ...reception, answer: jsonAnswer(acknowledge(last.replyTo)) };
}
