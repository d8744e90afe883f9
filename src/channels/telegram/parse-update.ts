import * as z from "zod";
import type { Command, IncomingMessage } from "../../message.ts";
import type { BotIdentity } from "./bot-identity.ts";
import { conversationOf, topicOf } from "./conversation-of.ts";
import { findAttachments } from "./find-attachments.ts";
import {
  findAddressee,
  findCommand,
  findLeadingMention,
  textOf,
} from "./find-addressee.ts";
import { findAuthor } from "./find-author.ts";
import { findQuoted } from "./find-quoted.ts";
import { parsePress } from "./parse-press.ts";
import { UpdateMessage } from "./update-message.ts";

/** An update (https://core.telegram.org/bots/api#update); its other kinds are ignored. */
export const Update = z.object({
  update_id: z.int(),
  message: z.unknown().optional(),
  edited_message: z.unknown().optional(),
  callback_query: z.unknown().optional(),
});

/** What an update means for Parley. */
export type UpdateReading =
  | { readonly kind: "message"; readonly message: IncomingMessage }
  /** A group has become a supergroup, with another id. */
  | { readonly kind: "moved"; readonly from: number; readonly to: number }
  /** Whether it is meant for the bot depends on its profile. */
  | { readonly kind: "needs-profile" }
  /** Nothing to answer: not written by a person, or not to the bot. */
  | { readonly kind: "ignored" }
  /** Not as the Bot API describes it. */
  | { readonly kind: "unreadable" };

/**
 * Telegram's own limit is 4096, so a longer text is not from an app of its users. It is cut and not refused: Telegram
 * would send a refused update again for a day, and hold back all others of that chat.
 */
const MAX_TEXT_LENGTH = 32_000;

const IGNORED = { kind: "ignored" } as const;

/** Never throws, whatever the update holds. */
export function parseUpdate(
  update: z.infer<typeof Update>,
  bot: BotIdentity,
): UpdateReading {
  const { message: newMessage, edited_message: edited } = update;
  if (update.callback_query !== undefined) return readPress(update);
  if (newMessage === undefined && edited === undefined) return IGNORED;
  const parsed = UpdateMessage.safeParse(newMessage ?? edited);
  if (!parsed.success) return { kind: "unreadable" };
  const message = parsed.data;
  const { chat, migrate_from_chat_id, migrate_to_chat_id } = message;
  if (migrate_to_chat_id !== undefined)
    return { kind: "moved", from: chat.id, to: migrate_to_chat_id };
  if (migrate_from_chat_id !== undefined)
    return { kind: "moved", from: migrate_from_chat_id, to: chat.id };
  if (!isForPeople(message)) return IGNORED;
  switch (findAddressee(message, bot)) {
    case "bot":
      return readMessage(update, message, bot);
    case "others":
      return IGNORED;
    case "unknown":
      return { kind: "needs-profile" };
  }
}

function readPress(update: z.infer<typeof Update>): UpdateReading {
  const message = parsePress(update.update_id, update.callback_query);
  if (message === undefined) return IGNORED;
  return message === "unreadable"
    ? { kind: "unreadable" }
    : { kind: "message", message };
}

/** A channel's post is put into its group of discussion by Telegram, and nobody there awaits an answer. */
function isForPeople({ chat, is_automatic_forward }: UpdateMessage): boolean {
  return CHATS.includes(chat.type) && is_automatic_forward !== true;
}

const CHATS = ["private", "group", "supergroup"];

function readMessage(
  update: z.infer<typeof Update>,
  message: UpdateMessage,
  bot: BotIdentity,
): UpdateReading {
  const author = findAuthor(message);
  const attachments = findAttachments(message);
  const hasText = message.text !== undefined || attachments.length > 0;
  // Service messages, such as "pinned a message", have neither.
  if (author === undefined || !hasText) return IGNORED;

  const { chat, message_id } = message;
  const thread = topicOf(message);
  const isEdit = update.message === undefined;
  const command = commandOf(message);
  // Who changes a message wants another answer, and nothing done a second time.
  if (isEdit && command !== undefined) return IGNORED;
  const quoted = findQuoted(message, bot);
  return {
    kind: "message",
    message: {
      id: String(update.update_id),
      conversation: conversationOf({ chat: chat.id, thread }),
      channel: "telegram",
      author,
      text: bounded(withoutLeadingMention(message, bot)),
      ...(command !== undefined && { command }),
      attachments,
      ...(quoted !== undefined && { quoted }),
      ...(chat.type !== "private" && { isGroup: true }),
      replyTo: {
        chat: chat.id,
        message: message_id,
        ...(thread !== undefined && { thread }),
      },
      ...(isEdit && { isEdit }),
    },
  };
}

/** The command that the text begins with: `/new@my_bot and more`. */
function commandOf(message: UpdateMessage): Command | undefined {
  const { text, entities } = textOf(message);
  const entity = findCommand(entities);
  if (entity === undefined) return undefined;
  const [name = ""] = text.slice(1, entity.length).split("@");
  return {
    name: name.toLowerCase(),
    argument: bounded(text.slice(entity.length).trim()),
  };
}

/** In a group the bot's name in front is an address; alone it is all there is. */
function withoutLeadingMention(
  message: UpdateMessage,
  bot: BotIdentity,
): string {
  const { text } = textOf(message);
  const mention = findLeadingMention(message, bot);
  if (message.chat.type === "private" || mention === undefined) return text;
  const rest = text.slice(mention.length).replace(/^[\s,:，：]+/, "");
  return rest === "" ? text : rest;
}

/** No longer than a message may be, and without halves of characters, which not every store can keep. */
function bounded(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}
