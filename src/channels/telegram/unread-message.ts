import type * as Telegram from "grammy/types";
import * as z from "zod";
import type { IncomingMessage } from "../../types/message.ts";
import { lenient, lenientInteger, lenientText } from "../kit/lenient.ts";
import { toNames } from "../kit/to-names.ts";
import { locate, type FieldsOf } from "./update-message.ts";

const lenientFlag = lenient(z.boolean());

/** What a notice to the author needs. */
const Unread = z.object({
  update_id: z.int(),
  message: z.object({
    message_id: z.int(),
    message_thread_id: lenientInteger,
    is_topic_message: lenientFlag,
    chat: z.object({ id: z.int(), type: z.literal("private") }),
    from: lenient(
      z.object({
        id: z.int(),
        is_bot: lenientFlag,
        language_code: lenientText,
      } satisfies FieldsOf<Telegram.User>),
    ),
  } satisfies FieldsOf<Telegram.Message>),
});

/**
 * Makes a message of an update that is not as documented, so that its author
 * gets an error reply. `undefined` if the author is unknown or expects no
 * reply: edits, other bots, and groups, where it may be meant for others.
 */
export function findUnreadMessage(
  update: unknown,
): IncomingMessage | undefined {
  const { data } = Unread.safeParse(update);
  if (data === undefined || data.message.from?.is_bot === true)
    return undefined;
  const { message, update_id: id } = data;
  const { id: author = message.chat.id, language_code } = message.from ?? {};
  return {
    ...locate(message),
    id: String(id),
    author: { id: String(author), ...toNames({ language: language_code }) },
    text: "",
    attachments: [],
    isUnread: true,
  };
}
