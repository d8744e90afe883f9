import type { Message, MessageEntity } from "grammy/types";
import * as z from "zod";
import type {
  Attachment,
  Author,
  Command,
  IncomingMessage,
} from "../../message.ts";

/** An update (https://core.telegram.org/bots/api#update); its kinds other than `message` are ignored. */
export const Update = z.object({
  update_id: z.int(),
  message: z.unknown().optional(),
});

/** What Parley reads of a message; all other fields are ignored. */
const UpdateMessage = z.looseObject({
  message_id: z.int(),
  message_thread_id: z.int().optional(),
  is_topic_message: z.boolean().optional(),
  chat: z.object({ id: z.int(), type: z.string() }),
  from: z
    .object({
      id: z.int(),
      is_bot: z.boolean(),
      first_name: z.string(),
      last_name: z.string().optional(),
      language_code: z.string().optional(),
    })
    .optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities: z
    .array(z.object({ type: z.string(), offset: z.int(), length: z.int() }))
    .optional(),
});

type UpdateMessage = z.infer<typeof UpdateMessage>;

/** What an update means for Parley. */
export type UpdateReading =
  | { readonly kind: "message"; readonly message: IncomingMessage }
  /** Nothing to answer: not written by a person in a private chat. */
  | { readonly kind: "ignored" }
  /** Not as the Bot API describes it. */
  | { readonly kind: "unreadable" };

/**
 * Telegram's own limit is 4096, so a longer text is not from an app of its users. It is cut and not refused: Telegram
 * would send a refused update again for a day, and hold back all others of that chat.
 */
const MAX_TEXT_LENGTH = 32_000;

export function parseUpdate(update: z.infer<typeof Update>): UpdateReading {
  if (update.message === undefined) return { kind: "ignored" };
  const parsed = UpdateMessage.safeParse(update.message);
  if (!parsed.success) return { kind: "unreadable" };
  const message = toIncomingMessage(update.update_id, parsed.data);
  return message === undefined
    ? { kind: "ignored" }
    : { kind: "message", message };
}

function toIncomingMessage(
  updateId: number,
  message: UpdateMessage,
): IncomingMessage | undefined {
  if (message.from === undefined || message.from.is_bot) return undefined;
  if (message.chat.type !== "private") return undefined;
  const attachments = attachmentsOf(message);
  // Service messages, such as "pinned a message", have neither.
  if (message.text === undefined && attachments.length === 0) return undefined;

  const { chat, from, message_id } = message;
  const thread = message.is_topic_message
    ? message.message_thread_id
    : undefined;
  const command = commandOf(message);
  return {
    id: String(updateId),
    conversation: `telegram:${chat.id}${thread === undefined ? "" : `:${thread}`}`,
    channel: "telegram",
    author: authorOf(from),
    text: bounded(message.text ?? message.caption ?? ""),
    ...(command !== undefined && { command }),
    attachments,
    replyTo: {
      chat: chat.id,
      message: message_id,
      ...(thread !== undefined && { thread }),
    },
  };
}

function authorOf({
  id,
  first_name,
  last_name,
  language_code,
}: NonNullable<UpdateMessage["from"]>): Author {
  const name = [first_name, last_name].filter(Boolean).join(" ").toWellFormed();
  return {
    id: String(id),
    ...(name !== "" && { name }),
    ...(language_code !== undefined && { language: language_code }),
  };
}

/** The command that the text begins with: `/new@my_bot and more`. */
function commandOf({
  text = "",
  entities = [],
}: UpdateMessage): Command | undefined {
  const entity = entities.find(
    ({ type, offset }) =>
      type === ("bot_command" satisfies MessageEntity["type"]) && offset === 0,
  );
  if (entity === undefined) return undefined;
  const [name = ""] = text.slice(1, entity.length).split("@");
  return {
    name: name.toLowerCase(),
    argument: bounded(text.slice(entity.length).trim()),
  };
}

/** In this order: an animation also has a document, and a venue a location. */
const ATTACHMENT_KINDS = {
  photo: "photo",
  live_photo: "photo",
  voice: "voice",
  animation: "other",
  document: "document",
  audio: "other",
  video: "other",
  video_note: "other",
  sticker: "other",
  story: "other",
  contact: "other",
  venue: "other",
  location: "other",
  poll: "other",
  dice: "other",
  game: "other",
  checklist: "other",
  paid_media: "other",
  rich_message: "other",
} satisfies Partial<Record<keyof Message, Attachment["kind"]>>;

function attachmentsOf(message: UpdateMessage): readonly Attachment[] {
  const found = Object.entries(ATTACHMENT_KINDS).find(
    ([field]) => message[field] !== undefined,
  );
  return found === undefined ? [] : [{ kind: found[1] }];
}

/** No longer than a message may be, and without halves of characters, which not every store can keep. */
function bounded(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}
