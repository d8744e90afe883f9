import * as z from "zod";
import type { Command, IncomingMessage } from "../../message.ts";
import { conversationOf, topicOf } from "./conversation-of.ts";
import { userToAuthor } from "./find-author.ts";
import { TelegramChat, TelegramUser } from "./update-message.ts";

/** Somebody has pressed a button (https://core.telegram.org/bots/api#callbackquery). */
const CallbackQuery = z.object({
  id: z.string().max(100),
  from: TelegramUser,
  /** As the bot has given it to the button. */
  data: z.string().max(64).optional(),
  message: z
    .object({
      message_id: z.int(),
      chat: TelegramChat,
      /** 0 where the message is gone. */
      date: z.int(),
      message_thread_id: z.int().optional(),
      is_topic_message: z.boolean().optional(),
    })
    .optional(),
});

/**
 * The command of a button that was pressed, as a message of whoever pressed it. `undefined` where there is nothing to
 * do: the button's message is gone, and with it the topic that it was in; `unreadable` for what is none of Telegram's.
 */
export function parsePress(
  update: number,
  query: unknown,
): IncomingMessage | "unreadable" | undefined {
  const parsed = CallbackQuery.safeParse(query);
  if (!parsed.success) return "unreadable";
  const { id, from, data, message } = parsed.data;
  const command = data === undefined ? undefined : toCommand(data);
  if (from.is_bot || command === undefined) return undefined;
  if (message === undefined || message.date === 0) return undefined;
  const { chat, message_id } = message;
  const thread = topicOf(message);
  return {
    id: String(update),
    conversation: conversationOf({ chat: chat.id, thread }),
    channel: "telegram",
    author: userToAuthor(from),
    text: `/${data}`,
    command,
    attachments: [],
    ...(chat.type !== "private" && { isGroup: true }),
    replyTo: {
      chat: chat.id,
      message: message_id,
      ...(thread !== undefined && { thread }),
      query: id,
    },
    pressedBelow: String(message_id),
  };
}

/** As in `ReplyButton`. */
function toCommand(data: string): Command | undefined {
  const [, name, argument = ""] = /^([a-z0-9_]+)(?: (.*))?$/.exec(data) ?? [];
  return name === undefined ? undefined : { name, argument };
}
