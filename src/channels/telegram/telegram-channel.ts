import type { Api } from "grammy/web";
import * as z from "zod";
import { DeliveryError } from "../../errors.ts";
import type { ReplyAddress } from "../../message.ts";
import type { Channel, Reception, ReplyPart } from "../../ports.ts";
import { isSameSecret } from "../is-same-secret.ts";
import { readJson } from "../read-json.ts";
import { parseUpdate, Update } from "./parse-update.ts";
import { MAX_MESSAGE_LENGTH, splitMarkdown } from "./split-markdown.ts";
import { createTelegramApi, type TelegramAccess } from "./telegram-api.ts";
import {
  isThreadMissing,
  isUnparsable,
  toDeliveryError,
} from "./to-delivery-error.ts";

/** Private chats with a Telegram bot, whose updates come by webhook. */
export function createTelegramChannel({
  webhookSecret,
  ...access
}: TelegramAccess & {
  /** What Telegram was told to send with each update. */
  webhookSecret: string;
}): Channel {
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
      const body = await readJson(request, Update);
      if (body.kind === "refused") return body;
      const reading = parseUpdate(body.value);
      // Refused, it would come again for a day and hold back all other messages of its chat.
      if (reading.kind === "unreadable")
        console.error(
          JSON.stringify({
            event: "update not read",
            update: body.value.update_id,
          }),
        );
      return {
        kind: "messages",
        messages: reading.kind === "message" ? [reading.message] : [],
      };
    },

    split: splitMarkdown,

    async send(part, to, { signal }) {
      const address = parseAddress(to);
      try {
        const api = createTelegramApi({ ...access, signal });
        return { id: String(await sendPart(api, part, address)) };
      } catch (error) {
        throw toDeliveryError(error, access.token);
      }
    },

    async showTyping(to, { signal }) {
      try {
        const { chat, thread } = parseAddress(to);
        const api = createTelegramApi({ ...access, signal });
        await api.sendChatAction(chat, "typing", threadOption(thread));
      } catch {
        // Nobody misses it.
      }
    },
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

const Address = z.object({ chat: z.int(), thread: z.int().optional() });

function parseAddress(to: ReplyAddress): z.infer<typeof Address> {
  const parsed = Address.safeParse(to);
  if (parsed.success) return parsed.data;
  throw new DeliveryError({
    kind: "refused",
    reason: "the address is not one of Telegram's",
  });
}

/** Sends the part once, in the best form that Telegram takes, and returns its message id. */
async function sendPart(
  api: Api,
  { formatted, plain }: ReplyPart,
  { chat, thread }: z.infer<typeof Address>,
): Promise<number> {
  const options = {
    link_preview_options: { is_disabled: true },
    ...threadOption(thread),
  };
  try {
    const message = await api.sendMessage(chat, formatted, {
      ...options,
      parse_mode: "HTML",
    });
    return message.message_id;
  } catch (error) {
    if (isUnparsable(error))
      return (await api.sendMessage(chat, plain, options)).message_id;
    if (thread !== undefined && isThreadMissing(error))
      return sendPart(api, { formatted, plain }, { chat });
    throw error;
  }
}

function threadOption(thread: number | undefined): {
  message_thread_id?: number;
} {
  return thread === undefined ? {} : { message_thread_id: thread };
}
