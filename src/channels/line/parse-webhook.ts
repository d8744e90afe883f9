import * as z from "zod";
import type { Attachment, IncomingMessage } from "../../types/message.ts";
import { lenient, lenientFlag, lenientText } from "../kit/lenient.ts";
import { parseEvents, type ParsedEvents } from "../kit/parse-events.ts";
import { placeOf } from "../kit/place.ts";
import { kindOfType, toAttachment } from "../kit/to-attachment.ts";
import { toContent } from "../kit/to-content.ts";
import { withUnreadForm } from "../kit/unread-form.ts";

const Id = z.string().regex(/^[\w-]{1,64}$/);

const Mentionee = z.object({
  index: z.int().nonnegative(),
  length: z.int().nonnegative(),
  isSelf: lenientFlag,
});

const Message = z.object({
  id: Id,
  type: z.string(),
  /** Of a text, or of a sticker with a text of its own. */
  text: lenientText,
  quotedMessageId: lenient(Id),
  mention: lenient(z.object({ mentionees: z.array(Mentionee) })),
  fileName: lenientText,
  fileSize: lenient(z.int().nonnegative()),
  title: lenientText,
  address: lenientText,
  latitude: lenient(z.number()),
  longitude: lenient(z.number()),
  keywords: lenient(z.array(z.string())),
});

/** https://developers.line.biz/en/reference/messaging-api/#message-event */
const Event = z.object({
  type: z.string(),
  /** `standby`: another application handles this chat. */
  mode: lenientText,
  timestamp: z.number(),
  source: lenient(
    z.object({
      userId: Id.optional(),
      groupId: Id.optional(),
      roomId: Id.optional(),
    }),
  ),
  replyToken: lenient(z.string().regex(/^[\w-]{1,200}$/)),
  message: lenient(Message),
  postback: lenient(z.object({ data: z.string().max(300) })),
  webhookEventId: lenient(Id),
});

const Webhook = z.object({ events: z.array(z.unknown()) });

export type Event = z.infer<typeof Event>;
type Message = z.infer<typeof Message>;

/**
 * An edit, possible in groups only, keeps the message's id. It is accepted if
 * the message was not addressed to the bot before; otherwise its id is known
 * and nothing changes
 * (https://developers.line.biz/en/reference/messaging-api/#edit-event).
 */
const MESSAGE_EVENTS = ["message", "messageEdited"];

/**
 * A reply token is valid for about a minute
 * (https://developers.line.biz/en/reference/messaging-api/#send-reply-message);
 * later replies are pushed.
 */
const TOKEN_MS = 50_000;

/**
 * Parses a webhook's messages to the bot. Never throws.
 * @param options.oldest time of the oldest event to take, in milliseconds since
 * 1970
 */
export function parseWebhook(
  source: unknown,
  { oldest }: { oldest: number },
): ParsedEvents {
  const { data } = Webhook.safeParse(source);
  return parseEvents(data?.events, {
    schema: Event,
    toMessage,
    isOutdated: ({ timestamp }) => timestamp < oldest,
  });
}

function toMessage(event: Event): IncomingMessage | undefined {
  const { source = {}, message, postback, webhookEventId } = event;
  const { replyToken: token } = event;
  const { userId, groupId, roomId } = source;
  const chat = groupId ?? roomId ?? userId;
  // Old apps omit the user in groups, so nobody can be answered.
  if (event.mode === "standby" || chat === undefined || userId === undefined)
    return undefined;
  const base = {
    author: { id: userId },
    ...placeOf(
      "line",
      { chat, token, tokenUntil: event.timestamp + TOKEN_MS },
      { isGroup: chat !== userId },
    ),
  };
  if (event.type === "postback" && postback && webhookEventId !== undefined) {
    const content = toContent(`/${postback.data}`);
    return { ...base, id: webhookEventId, ...content };
  }
  if (!MESSAGE_EVENTS.includes(event.type) || message === undefined)
    return undefined;
  const isMentioned = message.mention?.mentionees.some(({ isSelf }) => isSelf);
  if (chat !== userId && isMentioned !== true) return undefined;
  const { id, type, quotedMessageId: quotedId } = message;
  const text = textOf(message);
  const attachments = attachmentsOf(message);
  if (text.trim() === "" && attachments.length === 0)
    return withUnreadForm({ ...base, id }, type);
  return { ...base, id, ...toContent(text, { attachments, quotedId }) };
}

/**
 * The text without a leading mention of the bot, so that a command after it is
 * recognised.
 */
function textOf(message: Message): string {
  const { type, text = "", mention, title, address } = message;
  if (type === "sticker")
    return text || (message.keywords ?? []).slice(0, 3).join(", ");
  if (type === "location")
    return [title, address, `${message.latitude}, ${message.longitude}`]
      .filter(Boolean)
      .join("\n");
  const [first] = mention?.mentionees ?? [];
  const isLeading =
    first?.isSelf === true && text.slice(0, first.index).trim() === "";
  return isLeading ? text.slice(first.index + first.length).trim() : text;
}

/**
 * Types with content. LINE reports no media type for files, only their name.
 */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  image: "image/jpeg",
  audio: "audio/mp4",
  video: "video/mp4",
  file: "",
};

function attachmentsOf(message: Message): Attachment[] {
  const { id, type, fileName: name, fileSize: size } = message;
  const mediaType = MEDIA_TYPES[type];
  if (mediaType === undefined) return [];
  return [
    toAttachment({ kind: kindOfType(type), file: id, mediaType, size, name }),
  ];
}
