import { createTelegramApi, type TelegramAccess } from "./telegram-api.ts";
import type { MessageEntity, UpdateMessage } from "./update-message.ts";
import type { MessageEntity as TelegramEntity } from "@grammyjs/types";

/** `unknown`: that depends on the bot's profile, which has to be fetched. */
type Addressing = "bot" | "others" | "unknown";

/**
 * Whether a message is meant for the bot. In private chats all are. In groups those that mention it, reply to it or
 * command it. A command without a bot's name is meant for it where it is in privacy mode, in which Telegram shows it
 * only those that are (https://core.telegram.org/bots/features#privacy-mode); a bot that sees everything also sees the
 * commands for others. A forwarded message speaks to those its author meant.
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

/** The text, or the caption of a photo or file, with its entities. */
export function textOf({
  text,
  caption = "",
  entities,
  caption_entities,
}: UpdateMessage): { text: string; entities: readonly MessageEntity[] } {
  return text === undefined
    ? { text: caption, entities: caption_entities ?? [] }
    : { text, entities: entities ?? [] };
}

/** The command that a text begins with: one further on is only mentioned. */
export function findCommand(
  entities: readonly MessageEntity[],
): MessageEntity | undefined {
  return entities.find(
    ({ type, offset }) => type === BOT_COMMAND && offset === 0,
  );
}

/** The bot's name at the beginning of the text. */
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

/** Telegram's user names ignore case. */
function isNamed(name: string): (profile: BotProfile) => boolean {
  return ({ username }) => username.toLowerCase() === name.toLowerCase();
}

/** By its user name. */
function isMention({ type }: MessageEntity): boolean {
  return type === MENTION;
}

/** By its name, with a link to it. */
function isMentionOf({ type, user }: MessageEntity, id: number): boolean {
  return type === TEXT_MENTION && user?.id === id;
}

/** In a topic, a message that answers no other formally answers the one that opened the topic. */
function isReplyTo(
  { reply_to_message: earlier }: UpdateMessage,
  id: number,
): boolean {
  return earlier?.from?.id === id && !("forum_topic_created" in earlier);
}

function nameIn(text: string, { offset, length }: MessageEntity): string {
  return text.slice(offset, offset + length);
}

/** Who the bot is on Telegram. */
export interface BotIdentity {
  readonly id: number;
  /** What only Telegram knows; left out until needed. */
  readonly profile?: BotProfile;
}

export interface BotProfile {
  /** Without `@`. */
  readonly username: string;
  /** Its privacy mode is off: in groups it sees what is not meant for it. */
  readonly seesAllMessages: boolean;
}

/** Telegram waits for the answer to its update. */
const TIMEOUT_SECONDS = 10;

/** The token begins with the bot's id: `123456:ABC`. */
export function parseBotId(token: string): number {
  return Number.parseInt(token, 10);
}

/**
 * Asks Telegram once in the function's life. Throws as `TelegramApi` does. It keeps
 * the answer and not the promise: on Workers a request cannot wait for what another one has begun.
 */
export function createProfileFetcher(
  access: TelegramAccess,
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
    const { username, can_read_all_group_messages } = await api("getMe", {});
    known = { username, seesAllMessages: can_read_all_group_messages };
    return known;
  };
}
