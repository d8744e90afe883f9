import type { InlineKeyboardMarkup, MessageEntity } from "grammy/types";
import { InputFile, type Api } from "grammy/web";
import * as z from "zod";
import type { Editing, Receipt, SendingSide } from "../../types/channel.ts";
import type { ReplyAddress } from "../../types/message.ts";
import type { ReplyFile } from "../../types/reply.ts";
import { createAddressParser } from "../kit/address-parser.ts";
import { applyChange, type PlatformAccess } from "../kit/call-platform.ts";
import {
  callWithRetries,
  isMessageGone,
  isUnchanged,
  toDeliveryError,
  toSending,
  type Sending,
} from "./retry-sending.ts";
import { createTelegramApi } from "./telegram-api.ts";

/**
 * How a growing answer is shown: by editing messages, as a draft in private
 * chats, or not at all.
 */
export type TelegramStreaming = "edit" | "draft" | "off";

/**
 * Limits: one message a second per chat, 20 a minute per group; edits count
 * (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
 * The rest is a margin for latency.
 */
const INTERVAL_MS = { private: 1_100, group: 3_100 };

const parseAddress = createAddressParser("Telegram", {
  chat: z.int(),
  thread: z.int().optional(),
  /** The message being answered. */
  message: z.int().optional(),
  /**
   * Callback query of a pressed button, which shows a spinner until it is
   * answered.
   */
  query: z.string().optional(),
});

type Address = ReturnType<typeof parseAddress>;

export function createTelegramSending({
  streaming,
  ...access
}: PlatformAccess & { streaming: TelegramStreaming }): SendingSide & Editing {
  /** Each call has its own API client, bound to its signal. */
  const call = async <Result>(
    to: ReplyAddress,
    signal: AbortSignal,
    run: (api: Api, address: Address) => Promise<Result>,
  ): Promise<Result> => {
    const address = parseAddress(to);
    try {
      return await run(createTelegramApi({ ...access, signal }), address);
    } catch (error) {
      throw toDeliveryError(error);
    }
  };

  return {
    presentationAt: (to) =>
      isPrivateChat(Number(to["chat"]))
        ? { intervalMs: INTERVAL_MS.private, preview: PREVIEWS[streaming] }
        : {
            intervalMs: INTERVAL_MS.group,
            // Drafts are for private chats only.
            preview: streaming === "off" ? "none" : "messages",
          },

    send: (part, to, { signal }) =>
      call(to, signal, (api, address) =>
        callWithRetries(toSending(part, address), async (sending) =>
          toReceipt(await sendMessage(api, sending, address), sending, address),
        ),
      ),

    edit: (receipt, part, to, { signal }) =>
      call(to, signal, async (api, address) => {
        const { id, at } = findMessage(receipt, address);
        const sending = toSending(part, at);
        const sendNew = async (changed: Sending) =>
          toReceipt(await sendMessage(api, changed, at), changed, address);
        try {
          return await callWithRetries(sending, async (changed) => {
            // A text message cannot become a file.
            if (changed.hasMoved || changed.file !== undefined)
              return sendNew(changed);
            await editMessage(api, changed, id);
            return receipt;
          });
        } catch (error) {
          if (isUnchanged(error)) return receipt;
          if (!isMessageGone(error)) throw error;
          return await callWithRetries(sending, sendNew);
        }
      }),

    remove: (receipt, to, { signal }) =>
      call(to, signal, async (api, address) => {
        const { id, at } = findMessage(receipt, address);
        await applyChange(api.deleteMessage(at.chat, id), isMessageGone);
      }),

    showDraft: (part, to, { signal }) =>
      call(to, signal, async (api, address) => {
        await callWithRetries(toSending(part, address), (sending) =>
          // One non-zero id per answer, so that the draft grows and is not
          // replaced.
          api.sendMessageDraft(
            sending.chat,
            address.message || 1,
            sending.text,
            { entities: entitiesOf(sending), ...threadOption(sending) },
          ),
        );
      }),

    async showTyping(to, { signal }) {
      const { chat, thread } = parseAddress(to);
      const api = createTelegramApi({ ...access, signal });
      await api.sendChatAction(chat, "typing", threadOption({ thread }));
    },
  };
}

/**
 * A method call sent as the response to an update, without another request
 * (https://core.telegram.org/bots/api#making-requests-when-getting-updates):
 * shows "typing…", or ends a button's spinner. Its outcome is unknown.
 */
export function acknowledge(to: ReplyAddress): object {
  const { query, chat, thread } = parseAddress(to);
  return query === undefined
    ? {
        method: "sendChatAction",
        chat_id: chat,
        action: "typing",
        ...threadOption({ thread }),
      }
    : { method: "answerCallbackQuery", callback_query_id: query };
}

const PREVIEWS = { edit: "messages", draft: "draft", off: "none" } as const;

/** Includes the chat if the group has moved, as message ids differ there. */
function toReceipt(id: number, { chat }: Sending, to: Address): Receipt {
  return { id: chat === to.chat ? String(id) : `${id}@${chat}` };
}

/**
 * Inverse of `toReceipt`. If the group has moved, the answered message does not
 * exist in the new chat.
 */
function findMessage(
  receipt: Receipt,
  to: Address,
): { id: number; at: Address } {
  const [id, chat] = receipt.id.split("@");
  const at = chat === undefined ? to : { chat: Number(chat) };
  return { id: Number(id), at };
}

const LINK_OPTIONS = { link_preview_options: { is_disabled: true } };

/**
 * Returns the message's id. In groups, sends a reply to the answered message.
 */
async function sendMessage(
  api: Api,
  sending: Sending,
  { message: answered }: { message?: number | undefined },
): Promise<number> {
  const { chat, text, file, hasMoved } = sending;
  const isLinked = answered !== undefined && !hasMoved && !isPrivateChat(chat);
  const entities = entitiesOf(sending);
  const options = {
    ...buttonsOption(sending),
    ...threadOption(sending),
    ...(isLinked && {
      reply_parameters: {
        message_id: answered,
        allow_sending_without_reply: true,
      },
    }),
  };
  const { message_id } =
    file === undefined
      ? await api.sendMessage(chat, text, {
          ...LINK_OPTIONS,
          entities,
          ...options,
        })
      : await api.sendDocument(chat, toFile(file), {
          caption: text,
          caption_entities: entities,
          ...options,
        });
  return message_id;
}

async function editMessage(
  api: Api,
  sending: Sending,
  id: number,
): Promise<void> {
  await api.editMessageText(sending.chat, id, sending.text, {
    ...LINK_OPTIONS,
    entities: entitiesOf(sending),
    ...buttonsOption(sending),
  });
}

/** grammY takes a text for the path of a file. */
function toFile({ name, content }: ReplyFile): InputFile {
  return new InputFile(new TextEncoder().encode(content), name);
}

function buttonsOption({ buttons }: Sending): {
  reply_markup?: InlineKeyboardMarkup;
} {
  if (buttons === undefined) return {};
  const inline_keyboard = buttons.map((row) =>
    row.map(({ label, command }) => ({ text: label, callback_data: command })),
  );
  return { reply_markup: { inline_keyboard } };
}

function entitiesOf({ entities = [] }: Sending): MessageEntity[] {
  return [...entities];
}

function threadOption({ thread }: { thread?: number | undefined }): {
  message_thread_id?: number;
} {
  return thread === undefined ? {} : { message_thread_id: thread };
}

/** Groups, channels and supergroups have negative ids. */
function isPrivateChat(chat: number): boolean {
  return chat > 0;
}
