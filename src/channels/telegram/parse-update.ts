import type * as Telegram from "grammy/types";
import * as z from "zod";
import type { Command, IncomingMessage } from "../../types/message.ts";
import { lenient, lenientFlag, lenientText } from "../kit/lenient.ts";
import { toNames } from "../kit/to-names.ts";
import { withUnreadForm } from "../kit/unread-form.ts";
import { isForBot, type BotIdentity } from "./find-addressee.ts";
import { toIncomingMessage } from "./to-incoming-message.ts";
import {
  locate,
  TelegramChat,
  TelegramUser,
  UpdateMessage,
  userToAuthor,
  type FieldsOf,
} from "./update-message.ts";

/**
 * An update (https://core.telegram.org/bots/api#update); other kinds are
 * ignored.
 */
export const Update = z.object({
  update_id: z.int(),
  message: z.unknown().optional(),
  edited_message: z.unknown().optional(),
  callback_query: z.unknown().optional(),
} satisfies FieldsOf<Telegram.Update>);
export type Update = z.infer<typeof Update>;

/** Outcome of `parseUpdate`. */
export type ParsedUpdate =
  | { readonly kind: "message"; readonly message: IncomingMessage }
  /** A group became a supergroup, with a new id. */
  | { readonly kind: "moved"; readonly from: number; readonly to: number }
  /** Nothing to answer: not by a person, or not to the bot. */
  | { readonly kind: "ignored" }
  /** Does not match the Bot API's documentation. */
  | { readonly kind: "malformed" };

const IGNORED = { kind: "ignored" } as const;
export const MALFORMED = { kind: "malformed" } as const;

/** Never throws. */
export function parseUpdate(update: Update, bot: BotIdentity): ParsedUpdate {
  const { message: newMessage, edited_message: edited } = update;
  if (update.callback_query !== undefined) return parsePress(update);
  if (newMessage === undefined && edited === undefined) return IGNORED;
  const parsed = UpdateMessage.safeParse(newMessage ?? edited);
  if (!parsed.success) return toUnread(update);
  const message = parsed.data;
  const { chat, migrate_from_chat_id, migrate_to_chat_id } = message;
  if (migrate_to_chat_id !== undefined)
    return { kind: "moved", from: chat.id, to: migrate_to_chat_id };
  if (migrate_from_chat_id !== undefined)
    return { kind: "moved", from: migrate_from_chat_id, to: chat.id };
  if (!isAnswerable(message)) return IGNORED;
  return isForBot(message, bot)
    ? toMessage(update, { message, bot })
    : toAlbumPart(update, { message, bot });
}

/**
 * Excludes channels, and their posts that Telegram copies into a discussion
 * group.
 */
function isAnswerable({ chat, is_automatic_forward }: UpdateMessage): boolean {
  return CHATS.includes(chat.type) && is_automatic_forward !== true;
}

const CHATS = ["private", "group", "supergroup"];

/** The other parts of an album need no mention of the bot. */
function toAlbumPart(
  update: Update,
  context: { message: UpdateMessage; bot: BotIdentity },
): ParsedUpdate {
  const { caption = "", media_group_id, forward_origin } = context.message;
  const isInAlbum =
    media_group_id !== undefined && forward_origin === undefined;
  if (!isInAlbum || caption !== "") return IGNORED;
  const parsed = toMessage(update, context);
  return parsed.kind === "message" && parsed.message.album !== undefined
    ? { kind: "message", message: { ...parsed.message, isAside: true } }
    : IGNORED;
}

function toMessage(
  { update_id, message: newMessage }: Update,
  { message, bot }: { message: UpdateMessage; bot: BotIdentity },
): ParsedUpdate {
  const incoming = toIncomingMessage(message, {
    update: update_id,
    isEdit: newMessage === undefined,
    bot,
  });
  return incoming === undefined
    ? IGNORED
    : { kind: "message", message: incoming };
}

/** What a notice to the author needs. */
const Unread = z.object({
  message_id: z.int(),
  chat: z.object({ id: z.int(), type: z.literal("private") }),
  from: lenient(
    z.object({
      is_bot: lenientFlag,
      language_code: lenientText,
    } satisfies FieldsOf<Telegram.User>),
  ),
} satisfies FieldsOf<Telegram.Message>);

/**
 * A message that is not as documented: its author is told so, except in groups,
 * where it may be meant for others.
 */
function toUnread({ update_id, message }: Update): ParsedUpdate {
  const { data } = Unread.safeParse(message);
  if (data === undefined || data.from?.is_bot === true) return MALFORMED;
  const id = String(data.chat.id);
  const names = toNames({ language: data.from?.language_code });
  const base = {
    ...locate(data),
    id: String(update_id),
    author: { id, ...names },
  };
  return { kind: "message", message: withUnreadForm(base, "message") };
}

/** A pressed button (https://core.telegram.org/bots/api#callbackquery). */
const Press = z.object({
  id: z.string().max(100),
  from: TelegramUser,
  /** The button's data, as sent by the bot. */
  data: z.string().max(64).optional(),
  message: z
    .object({
      message_id: z.int(),
      chat: TelegramChat,
      /** 0 if the message was deleted. */
      date: z.int(),
      message_thread_id: z.int().optional(),
      is_topic_message: z.boolean().optional(),
    } satisfies FieldsOf<Telegram.Message>)
    .optional(),
} satisfies FieldsOf<Telegram.CallbackQuery>);

/**
 * The button's command, as a message by the person who pressed it. Ignored if
 * the button's message was deleted, because its topic is unknown then.
 */
function parsePress({ update_id, callback_query }: Update): ParsedUpdate {
  const parsed = Press.safeParse(callback_query);
  if (!parsed.success) return MALFORMED;
  const { id, from, data, message } = parsed.data;
  const command = data === undefined ? undefined : toCommand(data);
  if (from.is_bot || command === undefined) return IGNORED;
  if (message === undefined || message.date === 0) return IGNORED;
  const place = locate(message);
  return {
    kind: "message",
    message: {
      ...place,
      id: String(update_id),
      author: userToAuthor(from),
      text: `/${data}`,
      command,
      attachments: [],
      replyTo: { ...place.replyTo, query: id },
      pressedBelow: String(message.message_id),
    },
  };
}

/** Same format as in `ReplyButton`. */
function toCommand(data: string): Command | undefined {
  const [, name, argument = ""] = /^([a-z0-9_]+)(?: (.*))?$/.exec(data) ?? [];
  return name === undefined ? undefined : { name, argument };
}
