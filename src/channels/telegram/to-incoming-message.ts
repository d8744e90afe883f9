import type {
  Command,
  IncomingMessage,
  QuotedAuthor,
  QuotedMessage,
} from "../../types/message.ts";
import { toContent } from "../kit/to-content.ts";
import { toForwarded, toQuoted } from "../kit/to-quoted.ts";
import { findAttachments } from "./attachments.ts";
import {
  findCommand,
  findLeadingMention,
  textOf,
  type BotIdentity,
} from "./find-addressee.ts";
import {
  findAuthor,
  findOriginalAuthor,
  locate,
  userToAuthor,
  type UpdateMessage,
} from "./update-message.ts";

/**
 * Converts a message to the bot. `undefined` if there is nothing to answer:
 * messages of other bots, service messages, and edits into a command.
 */
export function toIncomingMessage(
  message: UpdateMessage,
  {
    update,
    isEdit,
    bot,
  }: { update: number; isEdit: boolean; bot: BotIdentity },
): IncomingMessage | undefined {
  const author = findAuthor(message);
  const content = contentOf(message, bot);
  if (author === undefined || content === undefined) return undefined;
  // Editing a message asks for a new answer; it must not run a command.
  if (isEdit && content.command !== undefined) return undefined;
  const { media_group_id: album } = message;
  const isInAlbum = album !== undefined && content.command === undefined;
  return {
    ...locate(message),
    id: String(update),
    author,
    ...content,
    ...(isInAlbum && !isEdit && { album }),
    ...(isEdit && { isEdit }),
  };
}

/**
 * A forwarded message is quoted: its text, even a command, is not its sender's.
 */
function contentOf(
  message: UpdateMessage,
  bot: BotIdentity,
): ReturnType<typeof toContent> | undefined {
  const attachments = findAttachments(message);
  const { text: written = message.rich_message } = message;
  // Service messages, such as "pinned a message", have neither.
  if (written === undefined && attachments.length === 0) return undefined;
  const { forward_origin: origin } = message;
  if (origin !== undefined) {
    const { text } = textOf(message);
    const author = nameAuthor(findOriginalAuthor(origin), bot);
    return toContent("", {
      forwarded: [toForwarded({ text, author, attachments })],
    });
  }
  const command = commandOf(message);
  const quoted = findQuoted(message, bot);
  const isAlone = attachments.length === 0 && quoted === undefined;
  const text = withoutLeadingMention(message, { bot, isAlone });
  return {
    text,
    ...(command !== undefined && { command }),
    attachments,
    ...(quoted !== undefined && { quoted }),
  };
}

/** The command at the start of the text: `/new@my_bot and more`. */
function commandOf(message: UpdateMessage): Command | undefined {
  const { text, entities } = textOf(message);
  const entity = findCommand(entities);
  if (entity === undefined) return undefined;
  const [name = ""] = text.slice(1, entity.length).split("@");
  return {
    name: name.toLowerCase(),
    argument: text.slice(entity.length).trim(),
  };
}

/**
 * Removes a leading mention in groups, unless the message is nothing else
 * (`isAlone`).
 */
function withoutLeadingMention(
  message: UpdateMessage,
  { bot, isAlone }: { bot: BotIdentity; isAlone: boolean },
): string {
  const { text } = textOf(message);
  const mention = findLeadingMention(message, bot);
  if (message.chat.type === "private" || mention === undefined) return text;
  const rest = text.slice(mention.length).replace(/^[\s,:，：]+/, "");
  return rest === "" && isAlone ? text : rest;
}

/**
 * The message being replied to: the selected part or all of it, with
 * attachments. `undefined` if it shows nothing, such as the notice that created
 * a topic.
 */
function findQuoted(
  { reply_to_message, external_reply, quote }: UpdateMessage,
  bot: BotIdentity,
): QuotedMessage | undefined {
  const earlier = reply_to_message ?? external_reply ?? {};
  const { rich_message, caption = "", forward_origin, from } = earlier;
  const text = quote?.text ?? earlier.text ?? rich_message?.text ?? caption;
  const attachments = findAttachments(earlier);
  if (text.trim() === "" && attachments.length === 0) return undefined;
  const origin = forward_origin ?? external_reply?.origin;
  const author =
    origin === undefined
      ? // Other bots can be quoted.
        (findAuthor(earlier) ?? (from && userToAuthor(from)))
      : findOriginalAuthor(origin);
  return toQuoted({ text, author: nameAuthor(author, bot), attachments });
}

function nameAuthor(
  author: QuotedAuthor | undefined,
  { id }: BotIdentity,
): "bot" | QuotedAuthor | undefined {
  return author?.id === String(id) ? "bot" : author;
}
