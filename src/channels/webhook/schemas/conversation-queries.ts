import * as z from "zod";

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
        "Only conversations whose names come behind it: `next` of the page before.",
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
