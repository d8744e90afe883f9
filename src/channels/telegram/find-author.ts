import type { Author, QuotedAuthor } from "../../message.ts";
import type {
  MessageContent,
  MessageOrigin,
  TelegramChat,
  TelegramUser,
} from "./update-message.ts";

const MAX_NAME_LENGTH = 200;

/**
 * The person who wrote the message, or the chat in whose name it was written: a channel, or the group itself where its
 * administrator stays anonymous; Telegram then names a bot of its own as the sender. `undefined` for other bots, which
 * get no answers: two that answer each other never end.
 */
export function findAuthor({
  from,
  sender_chat,
}: MessageContent): Author | undefined {
  if (sender_chat !== undefined) return toAuthor(sender_chat);
  return from === undefined || from.is_bot ? undefined : userToAuthor(from);
}

export function userToAuthor(user: TelegramUser): Author {
  const { first_name, last_name, language_code } = user;
  const title = [first_name, last_name].filter(Boolean).join(" ");
  return {
    ...toAuthor({ ...user, title }),
    ...(language_code !== undefined && { language: language_code }),
  };
}

/** Who wrote a message first; `undefined` where Telegram does not say. */
export function findOriginalAuthor({
  sender_user,
  sender_user_name = "",
  sender_chat,
  chat,
}: MessageOrigin): QuotedAuthor | undefined {
  const group = sender_chat ?? chat;
  if (sender_user !== undefined) return userToAuthor(sender_user);
  if (group !== undefined) return toAuthor(group);
  return sender_user_name === ""
    ? undefined
    : { name: cutName(sender_user_name) };
}

function toAuthor({
  id,
  title = "",
  username,
}: Pick<TelegramChat, "id" | "title" | "username">): Author {
  const name = cutName(title);
  return {
    id: String(id),
    ...(name !== "" && { name }),
    ...(username !== undefined && { username }),
  };
}

function cutName(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/** The topic "General", which Telegram refuses as `message_thread_id`. */
const GENERAL_TOPIC = 1;

/** One memory per chat, or per topic where it has those. */
export function conversationOf({
  chat,
  thread,
}: {
  chat: number;
  thread?: number | undefined;
}): string {
  return `telegram:${chat}${thread === undefined ? "" : `:${thread}`}`;
}

/** The topic of a message. Replies have a `message_thread_id` too, where there are no topics. */
export function topicOf({
  is_topic_message,
  message_thread_id,
}: {
  is_topic_message?: boolean | undefined;
  message_thread_id?: number | undefined;
}): number | undefined {
  return is_topic_message === true && message_thread_id !== GENERAL_TOPIC
    ? message_thread_id
    : undefined;
}
