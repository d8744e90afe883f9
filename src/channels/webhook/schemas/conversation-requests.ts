import * as z from "zod";
import {
  InstructionsText,
  MetadataName,
  MetadataText,
  NO_METADATA,
} from "../../schemas/fields.ts";

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
