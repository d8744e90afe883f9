import * as z from "zod";
import { ReplyBody } from "../schemas/bodies.ts";

/**
 * The body of a callback, in the form that Standard Webhooks recommends:
 * https://github.com/standard-webhooks/standard-webhooks
 */
export const CallbackBody = z
  .object({
    type: z.enum(["message.answered", "message.failed"]).meta({
      description: "How the message ended.",
      examples: ["message.answered"],
    }),
    timestamp: z.iso.datetime().meta({
      description: "When it ended, in UTC.",
      examples: ["2026-11-22T08:00:02.000Z"],
    }),
    // These two bind the signed body to a caller and URL; receivers must check
    // both.
    caller: z.string().meta({
      description:
        "Your caller name; your secret signs this request. A receiver for several callers picks the secret by its own URL, then compares this name.",
      examples: ["shop"],
    }),
    callback_url: z.url().meta({
      description:
        "The URL that this was sent to, as accepted. Compare it with your own: ignore what was sent to another receiver.",
      examples: ["https://shop.example.com/hooks/parley"],
    }),
    data: ReplyBody,
  })
  .meta({
    id: "Callback",
    description: "The request body sent to a message's `callback_url`.",
  });

export type CallbackBody = Readonly<z.infer<typeof CallbackBody>>;

const CallbackDelivery = z
  .object({
    attempt: z.int().meta({
      description: "The number of the attempt, from 1.",
      examples: [1],
    }),
    at: z.iso.datetime().meta({
      description: "When it started, in UTC.",
      examples: ["2026-11-22T08:00:00.000Z"],
    }),
    duration_ms: z
      .int()
      .nullable()
      .meta({
        description:
          "The duration; null while it is running, or if it was interrupted on our side.",
        examples: [120],
      }),
    status_code: z
      .int()
      .meta({
        description:
          "Your server's status. 2xx means delivered, 410 stops all attempts; redirects are not followed.",
        examples: [500],
      })
      .exactOptional(),
    error: z
      .string()
      .meta({
        description: "Why there was no response, or why nothing was sent.",
        examples: ["No answer within 10 seconds."],
      })
      .exactOptional(),
  })
  .meta({
    id: "CallbackDelivery",
    description: "One delivery attempt.",
  });

/** The body of `GET` and `POST /v1/messages/{id}/deliveries`. */
export const CallbackDeliveries = z
  .object({
    message_id: z
      .string()
      .meta({ description: "The message's id.", examples: ["m1"] }),
    callback_url: z.url().meta({
      description: "The URL it is sent to.",
      examples: ["https://shop.example.com/hooks/parley"],
    }),
    status: z.enum(["pending", "delivered", "failed", "stopped"]).meta({
      description:
        "`pending`: the message has no reply yet, or another attempt is scheduled. `failed`: all attempts failed. `stopped`: your server answered 410.",
      examples: ["delivered"],
    }),
    next_attempt_at: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "In UTC; null if none is scheduled.",
        examples: ["2026-11-22T08:00:05.000Z"],
      }),
    deliveries: z.array(CallbackDelivery).meta({
      description: "The latest 20 attempts, oldest first.",
    }),
  })
  .meta({
    id: "CallbackDeliveries",
    description: "The deliveries of a message's callback.",
  });

export type CallbackDeliveries = z.infer<typeof CallbackDeliveries>;
