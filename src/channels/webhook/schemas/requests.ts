import {
  Identifier,
  InstructionsText,
  MessageText,
  Metadata,
  MetadataName,
  MetadataText,
  NO_METADATA,
  textField,
  withoutControls,
} from "../../schemas/fields.ts";
import * as z from "zod";

/** The body of `POST /v1/messages`. */
export const MessageBody = z
  .strictObject({
    conversation: Identifier.meta({
      description:
        "Your name for the conversation. Keys do not share conversations: the same name under another key is another one.",
      examples: ["order-17"],
    }),
    text: withoutControls(MessageText).meta({
      description: "What the person says.",
      minLength: 1,
      examples: ["What is 12.5% of 80.16 * 3?"],
    }),
    id: Identifier.meta({
      description:
        "Your id for the message. The same id again is not answered again: you get the same reply. Without it the message gets an id of ours.",
      examples: ["m1"],
    }).optional(),
    user: Identifier.meta({
      description:
        "Who wrote it; budgets and rates of messages are counted per user. Without it, the key is one user.",
      examples: ["customer-4711"],
    }).optional(),
    callback_url: textField()
      .max(2_000, "has more than 2,000 characters")
      .meta({
        description:
          "Where to POST the reply once there is one, signed as Standard Webhooks has it: https on port 443, or what the operator allows. Unless the operator has listed the host for you, the endpoint is asked first whether it wants your callbacks. The request is then answered with 202 without waiting for the reply.",
        examples: ["https://shop.example.com/hooks/parley"],
      })
      .optional(),
    metadata: Metadata.meta({
      ...Metadata.meta(),
      description:
        "Labels of your own, given back with the reply and shown to nobody else: at most 16, with names of up to 64 and texts of up to 512 characters.",
      examples: [{ ticket: "T-3" }],
    }).optional(),
  })
  .meta({ id: "Message", description: "A message to be answered." });

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
    description: `How many there are on a page at most: 1 to ${MAX_PAGE}.`,
    examples: ["20"],
  });

/** What `GET /v1/conversations` is asked for. */
export const ListQuery = z.object({
  limit: Limit,
  after: z
    .string()
    .max(128, "has more than 128 characters")
    .optional()
    .meta({
      description:
        "Only conversations whose names come after it: `next` of the page before.",
      examples: ["order-17"],
    }),
  prefix: z
    .string()
    .max(128, "has more than 128 characters")
    .default("")
    .meta({
      description: "Only conversations whose names begin with it.",
      examples: ["order-"],
    }),
});

/** What `GET /v1/conversations/{id}` is asked for. */
export const ExportQuery = z.object({
  limit: Limit,
  before: z
    .string()
    .regex(/^\d{1,15}$/, "must be a message's sequence")
    .transform(Number)
    .optional()
    .meta({
      description:
        "Only messages before the one with that sequence: `previous` of the page before.",
      examples: ["101"],
    }),
  format: z.enum(["json", "jsonl"], "must be json or jsonl").optional().meta({
    description:
      "`jsonl`: the whole conversation, one JSON object a line, whatever its length; so does `Accept: application/jsonl`. `limit` and `before` do not count then.",
  }),
});

/** The body of `PATCH /v1/conversations/{id}`, a JSON merge patch (RFC 7396). */
export const SettingsPatchBody = z
  .strictObject({
    instructions: InstructionsText.nullable()
      .meta({
        description:
          "What the bot is told to do in this conversation, in addition to its own instructions; at most 8,000 characters. `null` removes them.",
        examples: ["You talk to a customer of the tier gold. Be formal."],
      })
      .optional(),
    metadata: z
      .record(MetadataName, MetadataText.nullable(), NO_METADATA)
      .nullable()
      .meta({
        description:
          "Labels of your own for the conversation, shown to nobody else: at most 16 in all. Those that you send are merged into those there are; `null` removes one, and instead of the object all.",
        examples: [{ tier: "gold", ticket: null }],
      })
      .optional(),
  })
  .meta({
    id: "SettingsPatch",
    description: "The changes to a conversation's settings.",
  });

/** In 64 hexadecimal digits. */
export const Challenge = z.string().meta({
  description: "A random text, to be sent back as it is.",
  examples: [
    "4f6cde0a9b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899aabbc",
  ],
});

/** An endpoint's answer to the question whether it wants callbacks, with nothing else in it: an endpoint that returns whatever it gets has confirmed nothing. */
export const VerificationAnswer = z
  .strictObject({ challenge: Challenge })
  .meta({
    id: "CallbackVerificationAnswer",
    description: "The challenge, and nothing else. At most 1,000 characters.",
  });
