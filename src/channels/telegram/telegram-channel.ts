import type { Channel, Reception } from "../../channel.ts";
import type { MessageIndex } from "../../archive.ts";
import { isSameSecret } from "../is-same-secret.ts";
import { parseJson } from "../parse-strict-json.ts";
import { readJson } from "../read-json.ts";
import { createAttachmentFetcher } from "./fetch-attachment.ts";
import { Update } from "./parse-update.ts";
import { createUpdateReceiver } from "./receive-update.ts";
import { MAX_MESSAGE_LENGTH, splitMarkdown } from "./split-markdown.ts";
import type { TelegramAccess } from "./telegram-api.ts";
import {
  createTelegramSending,
  type TelegramStreaming,
} from "./telegram-sending.ts";

/** Chats with a Telegram bot, private ones and groups, whose updates come by webhook. */
export function createTelegramChannel({
  webhookSecret,
  index,
  streaming = "edit",
  ...access
}: TelegramAccess & {
  /** What Telegram was told to send with each update. */
  webhookSecret: string;
  /** Keeps where groups have moved. */
  index: MessageIndex;
  streaming?: TelegramStreaming;
}): Channel {
  const receiveUpdate = createUpdateReceiver({ ...access, index });
  return {
    name: "telegram",
    capabilities: {
      maxPartLength: MAX_MESSAGE_LENGTH,
      typing: true,
      edits: true,
      threads: true,
    },

    async receive(request) {
      const given =
        request.headers.get("X-Telegram-Bot-Api-Secret-Token") ?? "";
      if (!(await isSameSecret(given, webhookSecret))) return UNAUTHORIZED;
      const body = await readJson(request, Update, {
        // People shape what Telegram writes: one that is refused would be sent again and again, before all others.
        parse: parseJson,
      });
      if (body.kind === "refused") return body;
      return receiveUpdate(body.value);
    },

    split: (markdown, { sources } = {}) => splitMarkdown(markdown, sources),

    ...createTelegramSending({ ...access, streaming }),

    fetchAttachment: createAttachmentFetcher(access),
  };
}

const UNAUTHORIZED: Reception = {
  kind: "refused",
  problem: {
    status: 401,
    slug: "unauthorized",
    title: "This does not come from Telegram",
    detail:
      "The header X-Telegram-Bot-Api-Secret-Token is missing or wrong. Set the webhook anew with `npm run telegram:webhook`, with the same TELEGRAM_WEBHOOK_SECRET as here.",
  },
};
