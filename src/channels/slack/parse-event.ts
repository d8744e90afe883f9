import * as z from "zod";
import { asObject } from "../../text/json.ts";
import type { IncomingMessage } from "../../types/message.ts";
import { lenient } from "../kit/lenient.ts";
import { placeOf } from "../kit/place.ts";
import { withUnreadForm } from "../kit/unread-form.ts";
import { SlackId as Id } from "./attachments.ts";
import { CONTENT, formsOf, readContent } from "./read-content.ts";
import { mentions } from "./read-text.ts";

const Timestamp = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

const Message = z.object({
  user: Id.optional(),
  bot_id: z.string().optional(),
  ...CONTENT,
  ts: Timestamp,
  thread_ts: Timestamp.optional(),
  edited: lenient(z.object({ ts: Timestamp })),
});

/**
 * A `message` or an `app_mention`
 * (https://docs.slack.dev/reference/events/message).
 */
const Event = Message.extend({
  type: z.string(),
  subtype: z.string().optional(),
  channel: Id,
  channel_type: z.string().optional(),
  /** The new and the old version, for `message_changed`. */
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
    /** The installation that receives the event: the bot's own id. */
    authorizations: lenient(z.array(z.object({ user_id: Id }))),
    event: z.unknown(),
  }),
  /**
   * More than 30,000 events in an hour: Slack drops the rest of this minute's
   * (https://docs.slack.dev/reference/events/app_rate_limited).
   */
  z.object({ type: z.literal("app_rate_limited") }),
]);

export type ParsedEvent =
  | {
      readonly kind: "message";
      readonly message: IncomingMessage;
      /** If not, the message is for the bot only if its thread is the bot's. */
      readonly isAddressed: boolean;
    }
  /** Not written by a person, or not to the bot. */
  | { readonly kind: "ignored" }
  /** Not as documented. */
  | { readonly kind: "malformed" };

const IGNORED = { kind: "ignored" } as const;

const EVENT_TYPES = ["message", "app_mention"];

/** Messages with other subtypes report changes, e.g. a deletion. */
const WRITTEN_SUBTYPES = [
  undefined,
  "file_share",
  "thread_broadcast",
  "me_message",
];

/**
 * Never throws.
 * @param options.bot its id, or empty
 */
export function parseEvent(
  source: unknown,
  { bot, team }: { bot: string; team: string | undefined },
): ParsedEvent {
  const { type } = asObject(source);
  if (typeof type === "string" && !EVENT_TYPES.includes(type)) return IGNORED;
  const parsed = Event.safeParse(source);
  if (!parsed.success) return { kind: "malformed" };
  const event = parsed.data;
  const isEdit = event.subtype === "message_changed";
  const content = isEdit ? event.message : event;
  if (content === undefined) return IGNORED;
  if (!isEdit && !WRITTEN_SUBTYPES.includes(event.subtype)) return IGNORED;
  const { user, bot_id, text, ts, edited } = content;
  // Prevents endless conversations between bots.
  if (user === undefined || bot_id !== undefined || user === bot)
    return IGNORED;
  // A link preview changes the message too.
  if (isEdit && (edited === undefined || text === event.previous_message?.text))
    return IGNORED;
  const isPrivate = event.channel_type === "im";
  const isMentioned = event.type === "app_mention" || mentions(text, bot);
  const isAddressed = isPrivate || isMentioned;
  if (!isAddressed && content.thread_ts === undefined) return IGNORED;
  const base = {
    ...placeOf(
      "slack",
      {
        chat: event.channel,
        message: ts,
        user,
        // In a channel, an answer starts a thread below its question.
        thread: content.thread_ts ?? (isPrivate ? undefined : ts),
        team,
      },
      { isGroup: !isPrivate },
    ),
    // Slack sends a mention twice, as `app_mention` and as `message`: the same
    // id makes one a duplicate of the other.
    id: isEdit && edited !== undefined ? `${ts}/${edited.ts}` : ts,
    author: { id: user },
  };
  const read = readContent(content, bot);
  if (read === undefined) {
    const forms = formsOf(content);
    if (isEdit || !isAddressed || forms.length === 0) return IGNORED;
    const message = withUnreadForm(base, forms.join("/"));
    return { kind: "message", isAddressed, message };
  }
  if (isEdit && read.command !== undefined) return IGNORED;
  const message = { ...base, ...read, ...(isEdit && { isEdit }) };
  return { kind: "message", isAddressed, message };
}
