import * as z from "zod";
import { MAX_SCHEDULED_TEXT } from "../../../types/schedule.ts";
import { body, field, text } from "../../schemas/described.ts";
import {
  Identifier,
  MessageText,
  textField,
  TimeZone,
  withoutControls,
} from "../../schemas/fields.ts";
import { MessageBody } from "./requests.ts";

const { conversation, user, callback_url, metadata } = MessageBody.shape;

/** Leaves room for the time that the ids of its turns end with. */
const ScheduledId = Identifier.max(100, "has more than 100 characters");

/** The body of `POST /v1/scheduled-messages`. */
export const ScheduledMessageBody = z
  .strictObject({
    conversation,
    text: withoutControls(
      MessageText.max(
        MAX_SCHEDULED_TEXT,
        `has more than ${MAX_SCHEDULED_TEXT} characters`,
      ),
    ).meta({
      description: `What is said, or asked, at that time; at most ${MAX_SCHEDULED_TEXT} characters.`,
      examples: ["Your parcel arrives today."],
    }),
    kind: field(
      z.enum(["text", "prompt"], "must be text or prompt"),
      "`text`: the text is said as it is, without the model; Markdown. `prompt`: the bot is asked to do what it says, and its answer is said; counted in the user's budget. Without it, `text`.",
      "text",
    ).optional(),
    at: field(
      textField().max(64, "has more than 64 characters"),
      "When, or the first time: a local date and time in `time_zone`, or one with an offset.",
      "2027-01-04 09:00",
      "2027-01-04T09:00:00+08:00",
    ),
    time_zone: field(
      TimeZone,
      "The time zone of `at` and `repeat`, by its IANA name. Without it, the deployment's.",
      "Asia/Shanghai",
    ).optional(),
    repeat: field(
      textField().max(500, "has more than 500 characters"),
      "A recurrence rule (RFC 5545), in local time: `FREQ` from `MINUTELY` to `YEARLY`, `INTERVAL`, `COUNT`, `UNTIL`, `BYMONTH`, `BYMONTHDAY`, `BYDAY`, `BYHOUR`, `BYMINUTE`, `BYSETPOS`. At most every 15 minutes. Without it: once.",
      "FREQ=WEEKLY;BYDAY=MO,FR",
    ).optional(),
    id: field(
      ScheduledId,
      "Your id for it, unique in the conversation. Sending the same id again schedules nothing more. Without it, an id is generated.",
      "delivery-17",
    ).optional(),
    user,
    callback_url,
    metadata,
  })
  .meta({
    id: "NewScheduledMessage",
    description: "A message to say, or to ask the bot for, later.",
  });

export const ScheduledMessage = body(
  "ScheduledMessage",
  "A message that is due later.",
  {
    id: text("Its id.", "delivery-17"),
    conversation: text("The conversation, as you named it.", "order-17"),
    kind: field(z.enum(["text", "prompt"]), "As you sent it.", "text"),
    text: text("As you sent it.", "Your parcel arrives today."),
    next_at: text(
      "When it is due next, in UTC (RFC 3339).",
      "2027-01-04T01:00:00.000Z",
    ),
    time_zone: text("Its time zone.", "Asia/Shanghai"),
    repeat: field(
      z.string().nullable(),
      "Its rule, with its end in local time; `null`: once.",
      "FREQ=WEEKLY;BYDAY=MO,FR",
    ),
  },
);

export type ScheduledMessage = z.infer<typeof ScheduledMessage>;

export const ScheduledMessageList = body(
  "ScheduledMessageList",
  "What is due later in a conversation.",
  {
    scheduled_messages: field(
      z.array(ScheduledMessage),
      "In the order in which they are due; at most 20.",
    ),
  },
);

export type ScheduledMessageList = z.infer<typeof ScheduledMessageList>;

export const CancelledMessage = body(
  "CancelledMessage",
  "A message that will not be said.",
  {
    id: text("Its id.", "delivery-17"),
    status: field(z.literal("cancelled"), "It is cancelled.", "cancelled"),
  },
);

export type CancelledMessage = z.infer<typeof CancelledMessage>;

/** The query of the routes for a conversation's scheduled messages. */
export const ScheduledQuery = z.object({ conversation });
