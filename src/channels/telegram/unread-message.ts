import type { IncomingMessage } from "../../message.ts";
import { conversationOf, topicOf } from "./conversation-of.ts";
import { scanJson } from "./scan-json.ts";

type Unread = NonNullable<IncomingMessage["unread"]>;

const PATHS = new Set([
  "update_id",
  "message.message_id",
  "message.message_thread_id",
  "message.is_topic_message",
  "message.chat.id",
  "message.chat.type",
  "message.from.id",
  "message.from.is_bot",
  "message.from.language_code",
]);

/**
 * A message that could not be read, so that its author is told; from the beginning of its update's text. `undefined` where that does not say
 * whose it is, and where nobody waits for an answer: edits, other bots, and groups, in which it may be meant for others.
 */
export function findUnreadMessage(
  text: string,
  unread: Unread,
): IncomingMessage | undefined {
  const found = scanJson(text, PATHS);
  const idAt = (path: string): number | undefined => {
    const value = found.get(path);
    return typeof value === "number" && Number.isSafeInteger(value)
      ? value
      : undefined;
  };
  const update = idAt("update_id");
  const message = idAt("message.message_id");
  const chat = idAt("message.chat.id");
  const isPrivate = found.get("message.chat.type") === "private";
  const isBot = found.get("message.from.is_bot") === true;
  if (update === undefined || message === undefined || chat === undefined)
    return undefined;
  if (!isPrivate || isBot) return undefined;
  const language = found.get("message.from.language_code");
  const thread = topicOf({
    message_thread_id: idAt("message.message_thread_id"),
    is_topic_message: found.get("message.is_topic_message") === true,
  });
  return {
    id: String(update),
    conversation: conversationOf({ chat, thread }),
    channel: "telegram",
    author: {
      id: String(idAt("message.from.id") ?? chat),
      ...(typeof language === "string" && { language }),
    },
    text: "",
    attachments: [],
    unread,
    replyTo: { chat, message, ...(thread !== undefined && { thread }) },
  };
}

/**
 * The same message without what it says, which is too large to be taken. `undefined` for what nobody would answer by itself: edits, and
 * parts of an album.
 */
export function withoutContent({
  id,
  conversation,
  channel,
  author,
  isGroup,
  isEdit,
  isAside,
  replyTo,
}: IncomingMessage): IncomingMessage | undefined {
  if (isEdit || isAside) return undefined;
  return {
    id,
    conversation,
    channel,
    author,
    text: "",
    attachments: [],
    unread: "too-large",
    ...(isGroup && { isGroup }),
    replyTo,
  };
}
