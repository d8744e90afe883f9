import type { InlineKeyboardMarkup } from "grammy/types";
import { type Api, InputFile } from "grammy/web";
import type { ReplyFile } from "../../channel.ts";
import { isPrivateChat } from "./is-private-chat.ts";
import type { Sending } from "./mend-sending.ts";

const LINK_OPTIONS = { link_preview_options: { is_disabled: true } };

/** Returns the message's id. In a group, it says which message it answers. */
export async function sendMessage(
  api: Api,
  sending: Sending,
  { message: answered }: { message?: number | undefined },
): Promise<number> {
  const { chat, text, file, hasMoved } = sending;
  const isLinked = answered !== undefined && !hasMoved && !isPrivateChat(chat);
  const options = {
    ...formatOption(sending),
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
      ? await api.sendMessage(chat, text, { ...LINK_OPTIONS, ...options })
      : await api.sendDocument(chat, toInputFile(file), {
          caption: text,
          ...options,
        });
  return message_id;
}

export async function editMessage(
  api: Api,
  sending: Sending,
  id: number,
): Promise<void> {
  await api.editMessageText(sending.chat, id, sending.text, {
    ...LINK_OPTIONS,
    ...formatOption(sending),
    ...buttonsOption(sending),
  });
}

function toInputFile({ name, content }: ReplyFile): InputFile {
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

export function formatOption({ format }: Sending): { parse_mode?: "HTML" } {
  return format === undefined ? {} : { parse_mode: format };
}

export function threadOption({ thread }: { thread?: number | undefined }): {
  message_thread_id?: number;
} {
  return thread === undefined ? {} : { message_thread_id: thread };
}
