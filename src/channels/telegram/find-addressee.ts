import type { MessageEntity as TelegramEntity } from "grammy/types";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { createTelegramApi } from "./telegram-api.ts";
import type { MessageEntity, UpdateMessage } from "./update-message.ts";

/** `unknown`: depends on the bot's profile, which is not loaded yet. */
type Addressing = "bot" | "others" | "unknown";

/**
 * Whether a message is meant for the bot. In private chats, all are. In groups,
 * those that mention it, reply to it or contain a command for it. A command
 * without a bot's name counts if the bot is in privacy mode, in which Telegram
 * delivers only commands for it
 * (https://core.telegram.org/bots/features#privacy-mode). In groups, forwarded
 * messages are never meant for it.
 */
export function findAddressee(
  message: UpdateMessage,
  bot: BotIdentity,
): Addressing {
  if (message.chat.type === "private") return "bot";
  if (message.forward_origin !== undefined) return "others";
  const { text, entities } = textOf(message);
  const command = findCommand(entities);
  const [, commanded] = command ? nameIn(text, command).split("@") : [];
  if (commanded !== undefined) return decide(bot, isNamed(commanded));
  if (isReplyTo(message, bot.id)) return "bot";
  if (entities.some((entity) => isMentionOf(entity, bot.id))) return "bot";

  const mentioned = entities
    .filter(isMention)
    .map((entity) => nameIn(text, entity).slice(1));
  if (command === undefined && mentioned.length === 0) return "others";
  return decide(
    bot,
    (profile) =>
      mentioned.some((name) => isNamed(name)(profile)) ||
      (command !== undefined && !profile.seesAllMessages),
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
    (entity) =>
      entity.offset === 0 &&
      (isMentionOf(entity, bot.id) ||
        (isMention(entity) &&
          bot.profile !== undefined &&
          isNamed(nameIn(text, entity).slice(1))(bot.profile))),
  );
}

const MENTION = "mention" satisfies TelegramEntity["type"];
const TEXT_MENTION = "text_mention" satisfies TelegramEntity["type"];
const BOT_COMMAND = "bot_command" satisfies TelegramEntity["type"];

function decide(
  { profile }: BotIdentity,
  isMeant: (profile: BotProfile) => boolean,
): Addressing {
  if (profile === undefined) return "unknown";
  return isMeant(profile) ? "bot" : "others";
}

/** Usernames are case-insensitive. */
function isNamed(name: string): (profile: BotProfile) => boolean {
  return ({ username }) => username.toLowerCase() === name.toLowerCase();
}

/** Mention by username. */
function isMention({ type }: MessageEntity): boolean {
  return type === MENTION;
}

/** Mention by name, linked to the user. */
function isMentionOf({ type, user }: MessageEntity, id: number): boolean {
  return type === TEXT_MENTION && user?.id === id;
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
  /** Fetched from Telegram when first needed. */
  readonly profile?: BotProfile;
}

export interface BotProfile {
  /** Without `@`. */
  readonly username: string;
  /**
   * Privacy mode is off: in groups the bot also receives messages for others.
   */
  readonly seesAllMessages: boolean;
}

/** Short, as Telegram waits for the response to its update. */
const TIMEOUT_SECONDS = 10;

/** The token starts with the bot's id: `123456:ABC`. */
export function parseBotId(token: string): number {
  return Number.parseInt(token, 10);
}

/**
 * Fetches the profile once per function returned. Throws as the API does.
 * Caches the result, not the promise: a Workers request must not await another
 * request's promise.
 */
export function createProfileFetcher(
  access: PlatformAccess,
): () => Promise<BotProfile> {
  let known: BotProfile | undefined;
  return async () => {
    if (known !== undefined) return known;
    const { signal } = new AbortController();
    const api = createTelegramApi({
      ...access,
      signal,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    const { username, can_read_all_group_messages } = await api.getMe();
    known = { username, seesAllMessages: can_read_all_group_messages };
    return known;
  };
}
