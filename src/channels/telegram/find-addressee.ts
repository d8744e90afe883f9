import type { MessageEntity as TelegramEntity } from "grammy/types";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { createTelegramApi } from "./telegram-api.ts";
import type { MessageEntity, UpdateMessage } from "./update-message.ts";

/**
 * Whether a message is meant for the bot. In private chats, all are. In groups,
 * those that mention it, reply to it or contain a command for it. A command
 * without a bot's name counts if the bot is in privacy mode, in which Telegram
 * delivers only commands for it
 * (https://core.telegram.org/bots/features#privacy-mode). In groups, forwarded
 * messages are never meant for it.
 */
export function isForBot(message: UpdateMessage, bot: BotIdentity): boolean {
  if (message.chat.type === "private") return true;
  if (message.forward_origin !== undefined) return false;
  const { text, entities } = textOf(message);
  const command = findCommand(entities);
  const [, commanded] = command ? nameIn(text, command).split("@") : [];
  if (commanded !== undefined) return isNamed(commanded, bot);
  return (
    isReplyTo(message, bot.id) ||
    entities.some((entity) => isMention(entity, text, bot)) ||
    (command !== undefined && !bot.seesAllMessages)
  );
}

/** The text, or a photo's or file's caption, with its entities. */
export function textOf({
  text,
  rich_message,
  caption = "",
  entities = [],
  caption_entities = [],
}: UpdateMessage): { text: string; entities: readonly MessageEntity[] } {
  return text === undefined
    ? (rich_message ?? { text: caption, entities: caption_entities })
    : { text, entities };
}

/** The command at the start of a text; later ones are only mentions. */
export function findCommand(
  entities: readonly MessageEntity[],
): MessageEntity | undefined {
  return entities.find(
    ({ type, offset }) => type === BOT_COMMAND && offset === 0,
  );
}

/** A mention of the bot at the start of the text. */
export function findLeadingMention(
  message: UpdateMessage,
  bot: BotIdentity,
): MessageEntity | undefined {
  const { text, entities } = textOf(message);
  return entities.find(
    (entity) => entity.offset === 0 && isMention(entity, text, bot),
  );
}

const MENTION = "mention" satisfies TelegramEntity["type"];
const TEXT_MENTION = "text_mention" satisfies TelegramEntity["type"];
const BOT_COMMAND = "bot_command" satisfies TelegramEntity["type"];

/** By user name, or by a name that is linked to the bot. */
function isMention(
  entity: MessageEntity,
  text: string,
  bot: BotIdentity,
): boolean {
  if (entity.type === TEXT_MENTION) return entity.user?.id === bot.id;
  return entity.type === MENTION && isNamed(nameIn(text, entity).slice(1), bot);
}

/** Usernames are case-insensitive. */
function isNamed(name: string, { username }: BotIdentity): boolean {
  return username.toLowerCase() === name.toLowerCase();
}

/**
 * In a topic, messages that are no reply formally reply to the message that
 * created the topic.
 */
function isReplyTo(
  { reply_to_message: earlier }: UpdateMessage,
  id: number,
): boolean {
  return earlier?.from?.id === id && !("forum_topic_created" in earlier);
}

function nameIn(text: string, { offset, length }: MessageEntity): string {
  return text.slice(offset, offset + length);
}

/** The bot's identity on Telegram. */
export interface BotIdentity {
  readonly id: number;
  /** Without `@`. */
  readonly username: string;
  /**
   * Privacy mode is off: in groups the bot also receives messages for others.
   */
  readonly seesAllMessages: boolean;
}

/** Short, as Telegram waits for the response to its update. */
const TIMEOUT_SECONDS = 10;

/**
 * All that matters of the bot in private chats. The token starts with the bot's
 * id: `123456:ABC`.
 */
export function identifyBot(token: string): BotIdentity {
  const id = Number.parseInt(token, 10);
  return { id, username: "", seesAllMessages: false };
}

/**
 * Fetches the bot once per function returned. Throws as the API does. Caches
 * the result, not the promise: a Workers request must not await another
 * request's promise.
 */
export function createBotFetcher(
  access: PlatformAccess,
): () => Promise<BotIdentity> {
  let known: BotIdentity | undefined;
  return async () => {
    if (known !== undefined) return known;
    const { signal } = new AbortController();
    const api = createTelegramApi({
      ...access,
      signal,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    const { id, username, can_read_all_group_messages } = await api.getMe();
    known = { id, username, seesAllMessages: can_read_all_group_messages };
    return known;
  };
}
