import { asObject } from "../../json.ts";
import type { IncomingMessage } from "../../message.ts";
import { withCommand } from "../find-command.ts";
import { mentions, readText, withoutLeadingMention } from "./read-text.ts";
import { lenient } from "../lenient.ts";
import { toAttachment } from "../to-attachment.ts";
import * as z from "zod";

const Id = z.string().regex(/^[A-Z0-9]{1,30}$/);
const Timestamp = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
const MAX_FILES = 10;

const File = z.object({
  id: Id,
  mimetype: lenient(z.string().max(100)),
  size: lenient(z.int().nonnegative()),
  name: lenient(z.string()),
});

const Message = z.object({
  user: Id.optional(),
  bot_id: z.string().optional(),
  text: z.string().default(""),
  ts: Timestamp,
  thread_ts: Timestamp.optional(),
  files: lenient(z.array(File)),
  edited: lenient(z.object({ ts: Timestamp })),
});

/** Of `message` and `app_mention` (https://docs.slack.dev/reference/events/message). */
const Event = Message.partial({ ts: true }).extend({
  type: z.string(),
  subtype: z.string().optional(),
  channel: Id,
  channel_type: z.string().optional(),
  /** Of a `message_changed`: as it is now, and as it was. */
  message: lenient(Message),
  previous_message: lenient(z.object({ text: z.string().default("") })),
});

export type Event = z.infer<typeof Event>;

export const Envelope = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("url_verification"),
    challenge: z.string().max(1_000),
  }),
  z.object({
    type: z.literal("event_callback"),
    team_id: Id.optional(),
    /** Whose installation sees it: the bot's own id. */
    authorizations: lenient(z.array(z.object({ user_id: Id }))),
    event: z.unknown(),
  }),
  /** More than 30,000 events in an hour: others of this minute do not come (https://docs.slack.dev/reference/events/app_rate_limited). */
  z.object({ type: z.literal("app_rate_limited") }),
]);

export type ParsedEvent =
  | {
      readonly kind: "message";
      readonly message: IncomingMessage;
      /** Whether the bot is meant for certain; else where it takes part in the thread. */
      readonly isAddressed: boolean;
    }
  /** Nothing to answer: not written by a person, or to nobody in particular. */
  | { readonly kind: "ignored" }
  /** Not as Slack describes it. */
  | { readonly kind: "unreadable" };

const IGNORED = { kind: "ignored" } as const;

/** Others have other fields. */
const READ = ["message", "app_mention"];

/** Of all kinds of messages those that people write; the others say what has happened to some. */
const WRITTEN = [undefined, "file_share", "thread_broadcast", "me_message"];

/** Never throws. */
export function parseEvent(
  source: unknown,
  { bot, team }: { bot: string | undefined; team: string | undefined },
): ParsedEvent {
  const { type } = asObject(source);
  if (typeof type === "string" && !READ.includes(type)) return IGNORED;
  const parsed = Event.safeParse(source);
  if (!parsed.success) return { kind: "unreadable" };
  const event = parsed.data;
  const isEdit = event.subtype === "message_changed";
  const said = isEdit ? event.message : event;
  if (said?.ts === undefined) return IGNORED;
  if (!isEdit && !WRITTEN.includes(event.subtype)) return IGNORED;
  const { user, bot_id, text, ts, edited } = said;
  // Others' bots get no answers, and neither does this one: two that answer each other never end.
  if (user === undefined || bot_id !== undefined || user === bot)
    return IGNORED;
  // Links that are shown below a message change it, too.
  if (isEdit && (edited === undefined || text === event.previous_message?.text))
    return IGNORED;
  const isPrivate = event.channel_type === "im";
  const isMentioned =
    event.type === "app_mention" || (bot !== undefined && mentions(text, bot));
  const isAddressed = isPrivate || isMentioned;
  if (!isAddressed && said.thread_ts === undefined) return IGNORED;
  const readable = readText(
    bot === undefined ? text : withoutLeadingMention(text, bot),
  );
  const written = withCommand(readable);
  if (isEdit && written.command !== undefined) return IGNORED;
  const attachments = (said.files ?? [])
    .slice(0, MAX_FILES)
    .map(({ id, mimetype, size, name }) =>
      toAttachment({
        file: id,
        mediaType: mimetype,
        size,
        name,
      }),
    );
  if (readable.trim() === "" && attachments.length === 0) return IGNORED;
  return {
    kind: "message",
    isAddressed,
    message: {
      ...placeOf({ ...said, ts, chat: event.channel, user, team, isPrivate }),
      // Slack sends one message as a mention and as a message of its channel: both are the same.
      id: isEdit && edited !== undefined ? `${ts}/${edited.ts}` : ts,
      channel: "slack",
      author: { id: user },
      ...written,
      attachments,
      ...(isEdit && { isEdit }),
    },
  };
}

/** A private chat is one conversation, and so is each thread. In a channel, an answer begins a thread below its question. */
function placeOf({
  chat,
  ts,
  thread_ts,
  user,
  team,
  isPrivate,
}: {
  chat: string;
  ts: string;
  thread_ts?: string | undefined;
  user: string;
  team: string | undefined;
  isPrivate: boolean;
}): Pick<IncomingMessage, "conversation" | "isGroup" | "replyTo"> {
  const thread = thread_ts ?? (isPrivate ? undefined : ts);
  return {
    conversation: conversationOf(chat, thread),
    ...(!isPrivate && { isGroup: true }),
    replyTo: {
      chat,
      message: ts,
      user,
      ...(thread !== undefined && { thread }),
      ...(team !== undefined && { team }),
    },
  };
}

export function conversationOf(chat: string, part?: string): string {
  return `slack:${chat}${part === undefined ? "" : `:${part}`}`;
}
