import * as z from "zod";
import type { IncomingMessage } from "../../types/message.ts";
import { lenient, lenientText } from "../kit/lenient.ts";
import { placeOf } from "../kit/place.ts";
import { toContent } from "../kit/to-content.ts";
import { toForwarded } from "../kit/to-quoted.ts";
import { withUnreadForm } from "../kit/unread-form.ts";
import { MERGED } from "./fetch-messages.ts";
import { nameMentions, parseContent } from "./parse-content.ts";

const Id = z.string().regex(/^[\w-]{1,100}$/);

const Mention = z.object({
  key: z.string().max(50),
  name: lenient(z.string().max(200)),
  mentioned_type: lenientText,
});

/** https://open.feishu.cn/document/server-docs/im-v1/message/events/receive */
const Received = z.object({
  sender: z.object({
    sender_id: z.object({ open_id: Id }),
    sender_type: z.string(),
  }),
  message: z.object({
    message_id: Id,
    thread_id: lenient(Id),
    /** The message that it replies to; in a topic always its first one. */
    parent_id: lenient(Id),
    chat_id: Id,
    chat_type: z.string(),
    message_type: z.string(),
    content: z.string(),
    mentions: lenient(z.array(Mention).max(200)),
  }),
});

/** A button's value: its command, and the place of its message. */
const Value = z.object({
  command: z.string().min(1).max(100),
  group: lenient(z.number()),
  thread: lenient(Id),
});

/** https://open.feishu.cn/document/feishu-cards/card-callback-communication */
const Pressed = z.object({
  operator: z.object({ open_id: Id }),
  action: z.object({ value: Value }),
  context: z.object({ open_message_id: Id, open_chat_id: Id }),
});

const Header = z.object({
  event_id: z.string().min(1).max(200),
  event_type: z.string(),
  token: z.string(),
});

const Envelope = z.object({
  schema: z.literal("2.0"),
  header: Header,
  event: z.unknown(),
});

type ParsedEvent =
  | { readonly kind: "message"; readonly message: IncomingMessage }
  /** Not written by a person, or not to the bot. */
  | { readonly kind: "ignored" }
  /** Not as documented, or for another app. */
  | { readonly kind: "malformed" };

/** Never throws. */
export function parseEvent(
  source: unknown,
  { verificationToken }: { verificationToken: string },
): ParsedEvent {
  const envelope = Envelope.safeParse(source);
  if (envelope.data?.header.token !== verificationToken)
    return { kind: "malformed" };
  const { header, event } = envelope.data;
  switch (header.event_type) {
    case "im.message.receive_v1": {
      const { data } = Received.safeParse(event);
      if (data === undefined) return { kind: "malformed" };
      const message = toMessage(data);
      return message ? { kind: "message", message } : { kind: "ignored" };
    }
    case "card.action.trigger": {
      const { data } = Pressed.safeParse(event);
      return data === undefined
        ? { kind: "malformed" }
        : { kind: "message", message: toPress(data, header.event_id) };
    }
    default:
      return { kind: "ignored" };
  }
}

function toMessage({
  sender,
  message,
}: z.infer<typeof Received>): IncomingMessage | undefined {
  const { message_id: id, chat_id: chat, thread_id: thread } = message;
  const isGroup = message.chat_type !== "p2p";
  const mentions = message.mentions ?? [];
  if (sender.sender_type !== "user") return undefined;
  if (isGroup && !mentions.some(isBot)) return undefined;
  const base = {
    id,
    author: { id: sender.sender_id.open_id },
    ...placeOf(
      "feishu",
      { chat, message: id, group: isGroup ? 1 : undefined, thread },
      { isGroup },
    ),
  };
  const { message_type: type, parent_id: quotedId } = message;
  const { text: raw, attachments } = parseContent({
    id,
    type,
    content: message.content,
  });
  if (type === MERGED || raw === MERGED_TEXT)
    return { ...base, ...toContent(""), forwardedId: id };
  // A person can only pass on a card.
  if (type === "interactive" && raw !== "") {
    const forwarded = [toForwarded({ text: raw })];
    return { ...base, ...toContent("", { forwarded }) };
  }
  const text = readMentions(raw, mentions);
  const isReply = quotedId !== undefined && thread === undefined;
  const isNothing = text.trim() === "" && attachments.length === 0;
  if (isNothing && !(isReply && isGroup)) return withUnreadForm(base, type);
  const replied = isReply ? { quotedId } : {};
  return { ...base, ...toContent(text, { attachments, ...replied }) };
}

/** What some events have in place of the forwarded messages. */
const MERGED_TEXT = "Merged and Forwarded Message";

/**
 * Older events lack `mentioned_type`. With the permission for messages that
 * mention the bot, one of the mentions is the bot's.
 */
function isBot({ key, mentioned_type: type }: z.infer<typeof Mention>) {
  return type === undefined ? key !== "@_all" : type === "bot";
}

/** Removes a leading mention of the bot, and shows others by name. */
function readMentions(
  text: string,
  mentions: readonly z.infer<typeof Mention>[],
): string {
  const bot = mentions.find(isBot)?.key ?? "";
  const start = text.trimStart();
  const isAddressed = bot !== "" && start.startsWith(bot);
  const rest = isAddressed ? start.slice(bot.length).trimStart() : text;
  return nameMentions(rest, mentions);
}

function toPress(
  {
    operator,
    action: {
      value: { command: line, group, thread },
    },
    context: { open_message_id: below, open_chat_id: chat },
  }: z.infer<typeof Pressed>,
  id: string,
): IncomingMessage {
  return {
    id,
    author: { id: operator.open_id },
    ...toContent(`/${line}`),
    pressedBelow: below,
    ...placeOf(
      "feishu",
      { chat, message: below, group, thread },
      { isGroup: group !== undefined },
    ),
  };
}
