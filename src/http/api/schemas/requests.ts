import * as z from "zod";
import { field } from "../../schemas/described.ts";
import {
  Identifier,
  InstructionsText,
  MessageText,
  Metadata,
  MetadataName,
  MetadataText,
  NO_METADATA,
  textField,
  TimeZone,
  withoutControls,
} from "../../schemas/fields.ts";

/** The body of `POST /v1/messages`. */
export const MessageBody = z
  .strictObject({
    conversation: field(
      Identifier,
      "Your name for the conversation. Callers do not share conversations: the same name used by another caller is another conversation.",
      "order-17",
    ),
    text: withoutControls(MessageText).meta({
      description: "The message text.",
      minLength: 1,
      examples: ["What is 12.5% of 80.16 * 3?"],
    }),
    id: field(
      Identifier,
      "Your id for the message. Sending the same id again returns the same reply, without answering twice. Without it, an id is generated.",
      "m1",
    ).optional(),
    user: field(
      Identifier,
      "The author; budgets and message rates are counted per user. Without it, the caller counts as one user.",
      "customer-4711",
    ).optional(),
    time_zone: field(
      TimeZone,
      "The user's time zone, by its IANA name: the model knows what time it is there. Without it, the deployment's time zone applies.",
      "Asia/Shanghai",
    ).optional(),
    callback_url: field(
      textField().max(2_000, "has more than 2,000 characters"),
      "Where to POST the reply when it is ready, signed according to Standard Webhooks: an https URL whose host the operator lists for you (`WEBHOOK_CALLBACK_HOSTS`). The request then returns 202 without waiting for the reply.",
      "https://shop.example.com/hooks/parley",
    ).optional(),
    metadata: Metadata.meta({
      ...Metadata.meta(),
      description:
        "Your own labels, returned with the reply and shown to nobody else: at most 16, with names of up to 64 and values of up to 512 characters.",
      examples: [{ ticket: "T-3" }],
    }).optional(),
  })
  .meta({ id: "Message", description: "A message to answer." });

const MAX_PAGE = 100;

const Limit = z
  .string()
  .regex(/^\d{1,9}$/, `must be a whole number from 1 to ${MAX_PAGE}`)
  .transform(Number)
  .refine(
    (limit) => limit >= 1 && limit <= MAX_PAGE,
    `must be a whole number from 1 to ${MAX_PAGE}`,
  )
  .default(MAX_PAGE)
  .meta({
    description: `Page size: 1 to ${MAX_PAGE}.`,
    examples: ["20"],
  });

/** The query of `GET /v1/conversations`. */
export const ListQuery = z.object({
  limit: Limit,
  after: field(
    z.string().max(128, "has more than 128 characters").optional(),
    "Only conversations whose names sort after this: `next` of the previous page.",
    "order-17",
  ),
  prefix: field(
    z.string().max(128, "has more than 128 characters").default(""),
    "Only conversations whose names start with this.",
    "order-",
  ),
});

/** The query of `GET /v1/conversations/{id}`. */
export const ExportQuery = z.object({
  limit: Limit,
  before: field(
    z
      .string()
      .regex(/^\d{1,15}$/, "must be the sequence of a message")
      .transform(Number)
      .optional(),
    "Only messages before this sequence: `previous` of the last page you got.",
    "101",
  ),
  format: field(
    z.enum(["json", "jsonl"], "must be json or jsonl").optional(),
    "`jsonl`: the whole conversation, one JSON object per line, regardless of its length; the same as `Accept: application/jsonl`. `limit` and `before` are then ignored.",
  ),
});

/**
 * A JSON merge patch (RFC 7396): the body of `PATCH /v1/conversations/{id}`.
 */
export const SettingsPatchBody = z
  .strictObject({
    instructions: field(
      InstructionsText.nullable(),
      "Instructions for the bot in this conversation, in addition to its own; at most 8,000 characters. `null` removes them.",
      "You are talking to a gold-tier customer. Be formal.",
    ).optional(),
    metadata: field(
      z.record(MetadataName, MetadataText.nullable(), NO_METADATA).nullable(),
      "Your own labels for the conversation, shown to nobody else: at most 16 in total. New labels are merged with the existing ones; a `null` value removes a label, and `null` instead of the object removes all.",
      { tier: "gold", ticket: null },
    ).optional(),
  })
  .meta({
    id: "SettingsPatch",
    description: "Changes to a conversation's settings.",
  });
