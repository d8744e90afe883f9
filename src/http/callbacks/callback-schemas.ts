import * as z from "zod";
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
