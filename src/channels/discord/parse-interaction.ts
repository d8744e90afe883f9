import * as z from "zod";
import type { IncomingMessage } from "../../types/message.ts";
import { lenient, lenientInteger } from "../kit/lenient.ts";
import { placeOf } from "../kit/place.ts";
import { toContent } from "../kit/to-content.ts";
import { toNames } from "../kit/to-names.ts";
import { logUnread } from "../kit/unread-form.ts";
import { TOKEN_MS } from "./discord-address.ts";
import {
  File,
  Id,
  Message,
  readMessage,
  toAttachments,
  User,
} from "./read-message.ts";

/** https://discord.com/developers/docs/resources/channel#channel-object-channel-types */
const THREAD_TYPES = [10, 11, 12];
/** The context of an interaction in the private chat with the bot. */
const BOT_DM = 1;

/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object */
const Base = z.object({
  id: Id,
  application_id: Id,
  token: z.string().min(1).max(1_000),
  guild_id: Id.optional(),
  channel_id: Id,
  channel: lenient(z.object({ type: lenientInteger, parent_id: lenient(Id) })),
  context: lenientInteger,
  member: z.object({ user: User }).optional(),
  user: User.optional(),
  locale: lenient(z.string().max(20)),
});

const SlashCommand = z.object({
  type: z.literal(1),
  name: z.string().max(32),
  options: z
    .array(z.object({ name: z.string(), value: z.unknown() }))
    .max(25)
    .default([]),
  resolved: lenient(
    z.object({ attachments: lenient(z.record(z.string(), File)) }),
  ),
});

const MessageCommand = z.object({
  type: z.literal(3),
  target_id: Id,
  resolved: z.object({ messages: z.record(z.string(), Message) }),
});

export const Interaction = z.discriminatedUnion("type", [
  z.object({ type: z.literal(1) }),
  Base.extend({
    type: z.literal(2),
    data: z.discriminatedUnion("type", [SlashCommand, MessageCommand]),
  }),
  Base.extend({
    type: z.literal(3),
    message: z.object({ id: Id }),
    data: z.object({ custom_id: z.string().min(1).max(100) }),
  }),
]);

export type Interaction = z.infer<typeof Interaction>;
/** Any interaction except a ping. */
type Asked = Exclude<Interaction, { type: 1 }>;
type Content = ReturnType<typeof toContent> &
  Pick<IncomingMessage, "pressedBelow">;

/** `undefined` if the interaction has no user or no content. */
export function toMessage(interaction: Asked): IncomingMessage | undefined {
  const user = interaction.member?.user ?? interaction.user;
  if (user === undefined) return undefined;
  const content = contentOf(interaction, user.id);
  if (content === undefined) return undefined;
  const { locale } = interaction;
  const name = user.global_name ?? user.username;
  return {
    id: interaction.id,
    author: {
      id: user.id,
      ...toNames({ name, username: user.username, language: locale }),
    },
    ...content,
    ...locate(interaction),
  };
}

/** Each private chat, channel and thread is one conversation. */
function locate(interaction: Asked): ReturnType<typeof placeOf> {
  const { channel_id: id, channel, context, guild_id } = interaction;
  const isThread = THREAD_TYPES.includes(channel?.type ?? -1);
  const parent = isThread ? channel?.parent_id : undefined;
  const isPrivate =
    context === undefined ? guild_id === undefined : context === BOT_DM;
  return placeOf(
    "discord",
    {
      chat: parent ?? id,
      thread: parent === undefined ? undefined : id,
      app: interaction.application_id,
      token: interaction.token,
      tokenUntil: createdAt(interaction.id) + TOKEN_MS,
      pressed: interaction.type === 3 ? interaction.message.id : undefined,
    },
    { isGroup: !isPrivate },
  );
}

/**
 * The time in a snowflake
 * (https://discord.com/developers/docs/reference#snowflakes), in milliseconds
 * since 1970; now for other ids.
 */
function createdAt(id: string): number {
  return /^\d{1,22}$/.test(id)
    ? Number(BigInt(id) >> 22n) + 1_420_070_400_000
    : Date.now();
}

function contentOf(interaction: Asked, user: string): Content | undefined {
  if (interaction.type === 3)
    return {
      ...toContent(`/${interaction.data.custom_id}`),
      pressedBelow: interaction.message.id,
    };
  const { data } = interaction;
  if (data.type === 1) return commandOf(data);
  const message = data.resolved.messages[data.target_id];
  const bot = interaction.application_id;
  const target = message && readMessage(message, { user, bot });
  if (target === undefined) logUnread("discord", "message-command");
  return target;
}

/** `/ask` has a question, a file, or both. Others are the bot's commands. */
function commandOf({
  name,
  options,
  resolved,
}: z.infer<typeof SlashCommand>): Content | undefined {
  const find = (wanted: string): string => {
    const option = options.find((each) => each.name === wanted)?.value;
    return typeof option === "string" ? option : "";
  };
  if (name !== "ask") return toContent(`/${name} ${find("argument")}`.trim());
  const file = resolved?.attachments?.[find("file")];
  const attachments = file === undefined ? [] : toAttachments([file]);
  const text = find("question");
  if (text.trim() === "" && attachments.length === 0) return undefined;
  return toContent(text, { attachments });
}
