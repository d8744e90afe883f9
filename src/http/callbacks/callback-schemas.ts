import * as z from "zod";
import { EVENT_TYPES } from "../../types/event.ts";
import { ReplyBody } from "../schemas/bodies.ts";
import { body, field, int, text } from "../schemas/described.ts";

/**
 * The body of a callback, in the form that Standard Webhooks recommends:
 * https://github.com/standard-webhooks/standard-webhooks
 */
export const CallbackBody = body(
  "Callback",
  "The request body sent to a message's `callback_url`.",
  {
    type: field(
      z.enum(["message.answered", "message.failed"]),
      "How the message ended.",
      "message.answered",
    ),
    timestamp: field(
      z.iso.datetime(),
      "When it ended, in UTC.",
      "2026-11-22T08:00:02.000Z",
    ),
    // These two bind the signed body to a caller and URL; receivers must check
    // both.
    caller: text(
      "Your caller name; your secret signs this request. A receiver for several callers picks the secret by its own URL, then compares this name.",
      "shop",
    ),
    callback_url: field(
      z.url(),
      "The URL that this was sent to, as accepted. Compare it with your own: ignore what was sent to another receiver.",
      "https://shop.example.com/hooks/parley",
    ),
    data: ReplyBody,
  },
);

export type CallbackBody = Readonly<z.infer<typeof CallbackBody>>;

const CallbackDelivery = body("CallbackDelivery", "One delivery attempt.", {
  attempt: int("The number of the attempt, from 1.", 1),
  at: field(
    z.iso.datetime(),
    "When it started, in UTC.",
    "2026-11-22T08:00:00.000Z",
  ),
  duration_ms: field(
    z.int().nullable(),
    "The duration; null while it is running, or if it was interrupted on our side.",
    120,
  ),
  status_code: int(
    "Your server's status. 2xx means delivered, 410 stops all attempts; redirects are not followed.",
    500,
  ).exactOptional(),
  error: text(
    "Why there was no response, or why nothing was sent.",
    "No answer within 10 seconds.",
  ).exactOptional(),
});

/** The body of `GET` and `POST /v1/messages/{id}/deliveries`. */
export const CallbackDeliveries = body(
  "CallbackDeliveries",
  "The deliveries of a message's callback.",
  {
    message_id: text("The message's id.", "m1"),
    callback_url: field(
      z.url(),
      "The URL it is sent to.",
      "https://shop.example.com/hooks/parley",
    ),
    status: field(
      z.enum(["pending", "delivered", "failed", "stopped"]),
      "`pending`: the message has no reply yet, or another attempt is scheduled. `failed`: all attempts failed. `stopped`: your server answered 410.",
      "delivered",
    ),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "In UTC; null if none is scheduled.",
        examples: ["2026-11-22T08:00:05.000Z"],
      }),
    deliveries: field(
      z.array(CallbackDelivery),
      "The latest 20 attempts, oldest first.",
    ),
  },
);

export type CallbackDeliveries = z.infer<typeof CallbackDeliveries>;

/**
 * The body of an event, in the form that Standard Webhooks recommends:
 * https://github.com/standard-webhooks/standard-webhooks
 */
export const EventBody = body(
  "Event",
  "The request body sent to `EVENTS_URL`.",
  {
    type: field(
      z.enum(EVENT_TYPES),
      "What has happened.",
      "conversation.needs_human",
    ),
    timestamp: field(
      z.iso.datetime(),
      "When it happened, in UTC.",
      "2026-11-29T08:00:02.000Z",
    ),
    data: field(
      z.object({
        conversation: text(
          "The conversation's whole name, as in the console. Of the HTTP API: `webhook:<caller>:<your name for it>`.",
          "telegram:42",
        ),
        channel: text("The channel's name.", "telegram"),
        sequence: int(
          "Counts the events of the conversation: a higher one happened later, also if it arrives earlier.",
          7,
        ),
        author: field(
          z.object({
            id: text("Stable within the channel.", "42"),
            name: text("As the platform shows it: untrusted.").exactOptional(),
            username: text("Can change owners.").exactOptional(),
          }),
          "Who wrote the message, or asked for a person.",
        ).exactOptional(),
        message: field(
          z.object({
            id: text("The message's id.", "m1"),
            text: text("What was written; may be empty.", "2+2"),
            files: field(
              z.array(z.string()),
              "The names of its files; untrusted.",
            ),
            metadata: field(
              z.record(z.string(), z.string()),
              "The labels that came with it.",
            ).exactOptional(),
          }),
          "Of `message.received`. If others were merged into it before this was sent, the text of all.",
        ).exactOptional(),
        reply: ReplyBody.exactOptional(),
        origin: field(
          z.enum(["operator", "schedule", "unattended"]),
          "Of `message.replied`, if no user had asked: a person of the team wrote it, a schedule's time had come, or nobody came who was asked for.",
        ).exactOptional(),
        operator: text(
          "The name of the operator who took the conversation, had it, wrote the reply, or gave it back; `app:whatsapp` or `app:messenger` if a person did so in an app of the platform's.",
          "ann",
        ).exactOptional(),
        by: field(
          z.enum(["operator", "user", "silence", "nobody"]),
          "Of `conversation.returned`: who gave it back. `silence`: the team wrote nothing for the set time. `nobody`: nobody came.",
        ).exactOptional(),
        reason: text(
          "Of `conversation.needs_human`: why a person is wanted.",
          "Wants a refund for order 17.",
        ).exactOptional(),
        until: field(
          z.iso.datetime(),
          "Of `conversation.needs_human`: until when somebody is waited for, in UTC.",
        ).exactOptional(),
        opens_at: field(
          z.iso.datetime(),
          "Of `conversation.needs_human`, outside of `HANDOVER_HOURS`: when the team is here again, in UTC.",
        ).exactOptional(),
      }),
      "What it is about. Fields that do not belong to its type are left out.",
    ),
  },
);

export type EventBody = Readonly<z.infer<typeof EventBody>>;
