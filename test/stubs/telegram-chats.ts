import * as z from "zod";
import type { FloodControl } from "./telegram-flood.ts";
import { json, MethodError, parse, whole } from "./telegram-method.ts";
import {
  Entities,
  readText,
  Text,
  type TelegramEntity,
} from "./telegram-text.ts";

/** A message of the bot as users see it now. */
export interface SentMessage {
  readonly id: number;
  readonly chat: number;
  readonly thread?: number;
  /** Id of the message it replies to. */
  readonly replyTo?: number;
  /** For a file, the caption. */
  readonly text: string;
  readonly entities: readonly TelegramEntity[];
  /** Labels and data of its buttons, by row. */
  readonly buttons?: readonly (readonly (readonly [string, string])[])[];
  readonly file?: { readonly name: string; readonly content: string };
}

/** Text on one user's screen, which disappears when a message arrives. */
export type Draft = Pick<SentMessage, "text" | "entities"> & {
  readonly id: number;
};

/** Everything the bot has written, and where it must not write. */
export interface Chats {
  /** In the order sent, without deleted messages. */
  readonly sent: SentMessage[];
  /** Drafts by chat. */
  readonly drafts: Map<number, Draft>;
  /** Chats that blocked the bot or removed it. */
  readonly blocked: Set<number>;
  /** Deleted topics as `chat:thread`. */
  readonly deletedTopics: Set<string>;
  readonly flood: FloodControl | undefined;
  nextId: number;
}

export function createChats(flood?: FloodControl): Chats {
  return {
    sent: [],
    drafts: new Map(),
    blocked: new Set(),
    deletedTopics: new Set(),
    flood,
    nextId: 1000,
  };
}

const Place = z.object({
  chat_id: whole(),
  message_thread_id: whole().optional(),
});
const Keyboard = json(
  z.object({
    inline_keyboard: z.array(
      z.array(
        z
          .strictObject({
            text: z.string().min(1).max(64),
            callback_data: z
              .string()
              .refine(
                (data) => new Blob([data]).size <= 64,
                "BUTTON_DATA_INVALID",
              ),
          })
          .transform(
            ({ text, callback_data }) => [text, callback_data] as const,
          ),
      ),
    ),
  }),
).optional();
const Wrapping = {
  ...Place.shape,
  reply_markup: Keyboard,
  reply_parameters: json(
    z.object({
      message_id: whole(),
      allow_sending_without_reply: z.literal(true),
    }),
  ).optional(),
};
const NewMessage = z.object({ ...Wrapping, ...Text.shape });
/** A file is sent as a form. */
const NewFile = z.object({
  ...Wrapping,
  caption: z.string(),
  caption_entities: Entities,
  document: z.object({ name: z.string().min(1), content: z.string() }),
});
const Edit = z.object({
  chat_id: whole(),
  message_id: whole(),
  reply_markup: Keyboard,
  ...Text.shape,
});
const Deletion = z.object({ chat_id: whole(), message_id: whole() });
const NewDraft = z.object({
  ...Place.shape,
  ...Text.shape,
  draft_id: whole().refine((id) => id !== 0, "draft_id must be non-zero"),
});
const ChatAction = z.object({ ...Place.shape, action: z.literal("typing") });

/** The Bot API's writing methods, with Telegram's checks and error messages. */
export const chatMethods = {
  sendMessage(chats: Chats, parameters: unknown): unknown {
    const message = parse(NewMessage, parameters);
    checkPlace(chats, message);
    return put(chats, message, readText(message, "message is too long"));
  },

  sendDocument(chats: Chats, parameters: unknown): unknown {
    const message = parse(NewFile, parameters);
    const { caption: text, caption_entities: entities } = message;
    checkPlace(chats, message);
    const caption = readText(
      { text, entities },
      "message caption is too long",
      { maxLength: 1024 },
    );
    return put(chats, message, { ...caption, file: message.document });
  },

  editMessageText(chats: Chats, parameters: unknown): unknown {
    const edit = parse(Edit, parameters);
    checkPlace(chats, edit);
    const content = {
      ...readText(edit, "MESSAGE_TOO_LONG"),
      ...readButtons(edit),
    };
    const index = indexOf(chats, edit);
    const before = chats.sent[index];
    if (before === undefined)
      throw new MethodError(400, "Bad Request: message to edit not found");
    if (before.file !== undefined)
      throw new MethodError(
        400,
        "Bad Request: there is no text in the message to edit",
      );
    if (isSameContent(before, content))
      throw new MethodError(
        400,
        "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
      );
    chats.flood?.take(edit.chat_id);
    const { buttons: _, ...rest } = before;
    const after = { ...rest, ...content };
    chats.sent[index] = after;
    return { ...toMessage(after), edit_date: 1_800_000_001 };
  },

  deleteMessage(chats: Chats, parameters: unknown): true {
    const deletion = parse(Deletion, parameters);
    checkPlace(chats, deletion);
    const index = indexOf(chats, deletion);
    if (index === -1)
      throw new MethodError(400, "Bad Request: message to delete not found");
    chats.sent.splice(index, 1);
    return true;
  },

  sendMessageDraft(chats: Chats, parameters: unknown): true {
    const draft = parse(NewDraft, parameters);
    checkPlace(chats, draft);
    if (draft.chat_id < 0)
      throw new MethodError(400, "Bad Request: TEXTDRAFT_PEER_INVALID");
    const content =
      draft.text === ""
        ? { text: "", entities: [] }
        : readText(draft, "message is too long");
    chats.drafts.set(draft.chat_id, { id: draft.draft_id, ...content });
    return true;
  },

  sendChatAction(chats: Chats, parameters: unknown): true {
    checkPlace(chats, parse(ChatAction, parameters));
    return true;
  },
};

function put(
  chats: Chats,
  message: Omit<z.infer<typeof NewMessage>, "text" | "entities">,
  content: Pick<SentMessage, "text" | "entities" | "file">,
): unknown {
  const { chat_id: chat, message_thread_id: thread } = message;
  chats.flood?.take(chat);
  const replyTo = message.reply_parameters?.message_id;
  const sent = {
    id: chats.nextId++,
    chat,
    ...(thread !== undefined && { thread }),
    ...(replyTo !== undefined && { replyTo }),
    ...content,
    ...readButtons(message),
  };
  chats.sent.push(sent);
  chats.drafts.delete(chat);
  return toMessage(sent);
}

function readButtons({
  reply_markup: markup,
}: {
  reply_markup?: z.infer<typeof Keyboard>;
}): Pick<SentMessage, "buttons"> {
  return markup === undefined ? {} : { buttons: markup.inline_keyboard };
}

/** The general topic has id 1, which must not be specified. */
function checkPlace(
  { blocked, deletedTopics }: Chats,
  { chat_id, message_thread_id: thread }: z.infer<typeof Place>,
): void {
  if (blocked.has(chat_id))
    throw new MethodError(
      403,
      chat_id > 0
        ? "Forbidden: bot was blocked by the user"
        : "Forbidden: bot was kicked from the supergroup chat",
    );
  if (thread === 1 || deletedTopics.has(`${chat_id}:${thread}`))
    throw new MethodError(400, "Bad Request: message thread not found");
}

function indexOf(
  { sent }: Chats,
  { chat_id, message_id }: z.infer<typeof Deletion>,
): number {
  return sent.findIndex(
    ({ id, chat }) => id === message_id && chat === chat_id,
  );
}

type Content = Pick<SentMessage, "text" | "entities" | "buttons">;

function isSameContent(one: Content, other: Content): boolean {
  const listed = ({ text, entities, buttons }: Content): string =>
    JSON.stringify([text, entities, buttons]);
  return listed(one) === listed(other);
}

function toMessage({ id, chat, text, entities }: SentMessage): object {
  return {
    message_id: id,
    date: 1_800_000_000,
    chat: { id: chat, type: chat > 0 ? "private" : "supergroup" },
    text,
    entities,
  };
}
