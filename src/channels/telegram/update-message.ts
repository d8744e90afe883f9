import type * as Telegram from "grammy/types";
import * as z from "zod";
import type { Author, QuotedAuthor } from "../../types/message.ts";
import { lenient, lenientInteger, lenientText } from "../kit/lenient.ts";
import { placeOf } from "../kit/place.ts";
import { toNames } from "../kit/to-names.ts";
import { flattenRichMessage } from "./rich-message.ts";

// Shared, as in lenient.ts.
const OptionalInteger = z.int().optional();
const OptionalFlag = z.boolean().optional();

/** Schemas of fields that the Bot API's type has. */
export type FieldsOf<Type> = {
  readonly [Field in Type extends Type ? keyof Type : never]?: z.ZodType;
};

export const TelegramUser = z.object({
  id: z.int(),
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: lenientText,
  username: lenientText,
  language_code: lenientText,
} satisfies FieldsOf<Telegram.User>);

export const TelegramChat = z.object({
  id: z.int(),
  type: z.string(),
  title: lenientText,
  username: lenientText,
} satisfies FieldsOf<Telegram.Chat>);

const Entity = z.object({
  type: z.string(),
  /** Offset and length are in UTF-16 units. */
  offset: z.int(),
  length: z.int(),
  user: lenient(z.object({ id: z.int() } satisfies FieldsOf<Telegram.User>)),
} satisfies FieldsOf<Telegram.MessageEntity>);

const File = z.object({
  file_id: z.string().min(1).max(1_000),
  file_size: lenientInteger,
  mime_type: lenientText,
  file_name: lenientText,
} satisfies FieldsOf<Telegram.Document>);

/**
 * Original author of a message, one of these
 * (https://core.telegram.org/bots/api#messageorigin).
 */
const Origin = z.object({
  sender_user: lenient(TelegramUser),
  /** Name of a user who hides their account. */
  sender_user_name: lenientText,
  /** Group of an anonymous administrator. */
  sender_chat: lenient(TelegramChat),
  /** A channel. */
  chat: lenient(TelegramChat),
} satisfies FieldsOf<Telegram.MessageOrigin>);

/** The files that can be fetched. */
const Media = z.looseObject({
  photo: lenient(z.array(File)),
  voice: lenient(File),
  document: lenient(File),
} satisfies FieldsOf<Telegram.Message>);

const RichMessage = z.unknown().transform((message) => {
  const { media, ...text } = flattenRichMessage(message);
  return { ...text, media: media.map((file) => Media.parse(file)) };
});

/** A message's author and content. */
const Content = Media.extend({
  from: TelegramUser.optional(),
  /** A channel, or the group of an anonymous administrator. */
  sender_chat: lenient(TelegramChat),
  text: z.string().optional(),
  caption: z.string().optional(),
  rich_message: RichMessage.optional(),
  /** Set for forwarded messages with any content. */
  forward_origin: Origin.catch({}).optional(),
} satisfies FieldsOf<Telegram.Message>);

/**
 * The fields that Parley uses. Invalid optional fields are dropped, so that a
 * change of the Bot API does not silence the bot.
 */
export const UpdateMessage = Content.extend({
  message_id: z.int(),
  message_thread_id: OptionalInteger,
  is_topic_message: OptionalFlag,
  chat: TelegramChat,
  entities: lenient(z.array(Entity)),
  caption_entities: lenient(z.array(Entity)),
  reply_to_message: lenient(Content),
  /** The message replied to, if it is in another chat. */
  external_reply: lenient(
    Content.extend({
      origin: lenient(Origin),
    } satisfies FieldsOf<Telegram.ExternalReplyInfo>),
  ),
  quote: lenient(
    z.object({ text: z.string() } satisfies FieldsOf<Telegram.TextQuote>),
  ),
  /** Album that the message belongs to. */
  media_group_id: lenient(z.string().min(1).max(100)),
  migrate_to_chat_id: OptionalInteger,
  migrate_from_chat_id: OptionalInteger,
  is_automatic_forward: OptionalFlag,
} satisfies FieldsOf<Telegram.Message>);

export type UpdateMessage = z.infer<typeof UpdateMessage>;
export type MessageEntity = z.infer<typeof Entity>;
export type TelegramUser = z.infer<typeof TelegramUser>;
export type TelegramChat = z.infer<typeof TelegramChat>;
export type TelegramFile = z.infer<typeof File>;
type MessageOrigin = z.infer<typeof Origin>;
export type MessageMedia = z.infer<typeof Media>;
export type MessageContent = z.infer<typeof Content>;

/**
 * The author: a person, a channel, or the group of an anonymous administrator,
 * for which Telegram sets one of its own bots as `from`. `undefined` for other
 * bots, because two bots that answer each other never stop.
 */
export function findAuthor({
  from,
  sender_chat,
}: MessageContent): Author | undefined {
  if (sender_chat !== undefined) return toAuthor(sender_chat);
  return from === undefined || from.is_bot ? undefined : userToAuthor(from);
}

export function userToAuthor(user: TelegramUser): Author {
  const { id, first_name, last_name, username, language_code } = user;
  const name = [first_name, last_name].filter(Boolean).join(" ");
  const names = toNames({ name, username, language: language_code });
  return { id: String(id), ...names };
}

/** Original author; `undefined` if Telegram does not reveal it. */
export function findOriginalAuthor({
  sender_user,
  sender_user_name: name,
  sender_chat,
  chat,
}: MessageOrigin): QuotedAuthor | undefined {
  const group = sender_chat ?? chat;
  if (sender_user !== undefined) return userToAuthor(sender_user);
  if (group !== undefined) return toAuthor(group);
  return name === undefined ? undefined : toNames({ name });
}

function toAuthor({ id, title: name, username }: TelegramChat): Author {
  return { id: String(id), ...toNames({ name, username }) };
}

/** The topic "General", which Telegram rejects as `message_thread_id`. */
const GENERAL_TOPIC = 1;

/** A message's conversation and the address for its reply. */
export function locate({
  chat,
  message_id,
  is_topic_message,
  message_thread_id,
}: Pick<
  UpdateMessage,
  "message_id" | "is_topic_message" | "message_thread_id"
> & { chat: Pick<TelegramChat, "id" | "type"> }): ReturnType<typeof placeOf> {
  // Replies have a `message_thread_id` even without topics.
  const thread =
    is_topic_message === true && message_thread_id !== GENERAL_TOPIC
      ? message_thread_id
      : undefined;
  return placeOf(
    "telegram",
    { chat: chat.id, message: message_id, thread },
    { isGroup: chat.type !== "private" },
  );
}
