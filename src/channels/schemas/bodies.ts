import * as z from "zod";

/** Why a request was turned away (RFC 9457). */
export const ProblemBody = z
  .object({
    type: z.url().meta({
      description:
        "What kind of problem it is. Stable: programs may decide by it.",
      examples: ["https://parley.chat/problems/invalid-fields"],
    }),
    title: z.string().meta({
      description: "The same in a few words for people.",
      examples: ["The body has wrong fields"],
    }),
    status: z.int().meta({ description: "The HTTP status.", examples: [422] }),
    detail: z.string().meta({
      description: "What is wrong this time, and what to do.",
      examples: ["/text is missing"],
    }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description: "A JSON pointer (RFC 6901) into the request's body.",
            examples: ["/text"],
          }),
          detail: z.string().meta({
            description: "What is wrong with it.",
            examples: ["is missing"],
          }),
        }),
      )
      .meta({ description: "The wrong fields." })
      .exactOptional(),
  })
  .meta({
    id: "Problem",
    description: "Why a request was turned away (RFC 9457).",
  });

export type ProblemBody = Readonly<z.infer<typeof ProblemBody>>;

/** What the agent did, and what came of it. */
export const StepBody = z
  .object({
    thought: z.string().meta({
      description:
        "Why, in the model's own words; empty where it gave no reason.",
      examples: ["This needs a calculation."],
    }),
    tool: z
      .string()
      .meta({ description: "The tool's name.", examples: ["calculator"] }),
    input: z.unknown().meta({
      description: "What the tool was given: a text or an object.",
      examples: ["12.5% of 80.16 * 3"],
    }),
    observation: z
      .string()
      .meta({ description: "What the tool said.", examples: ["30.06"] }),
  })
  .meta({
    id: "Step",
    description: "A call of a tool, and what came of it.",
  });

export type StepBody = Readonly<z.infer<typeof StepBody>>;

const SourceBody = z
  .object({
    title: z.string().meta({
      description: "Other people's words: escape them for where you show them.",
      examples: ["Percentage"],
    }),
    url: z.string().meta({
      description: "http or https.",
      examples: ["https://en.wikipedia.org/wiki/Percentage"],
    }),
  })
  .meta({ id: "Source", description: "A page that the answer rests on." });

const UsageBody = z
  .object({
    input_tokens: z.int().meta({
      description: "Tokens that the model read.",
      examples: [600],
    }),
    cached_input_tokens: z.int().meta({
      description:
        "The part of them that the provider had in its prompt cache.",
      examples: [0],
    }),
    output_tokens: z
      .int()
      .meta({ description: "Tokens that the model wrote.", examples: [40] }),
    model_calls: z
      .int()
      .meta({ description: "How often the model was asked.", examples: [2] }),
    is_estimated: z
      .literal(true)
      .meta({
        description:
          "Some counts are estimates; absent where the provider counted all of them.",
      })
      .exactOptional(),
  })
  .meta({
    id: "Usage",
    description:
      "What the answer took of the model. It may still grow after the reply, when a long conversation is summarised.",
  });

/** A turn as the HTTP channels show it. */
export const ReplyBody = z
  .object({
    id: z.string().meta({
      description: "The message's id: yours, or ours where you gave none.",
      examples: ["m1"],
    }),
    conversation: z.string().meta({
      description: "The conversation, as you named it.",
      examples: ["order-17"],
    }),
    status: z
      .enum(["accepted", "thinking", "answered", "delivered", "failed"])
      .meta({
        description:
          "`accepted` → `thinking` → `answered` → `delivered`, or `failed`: then the reply is a notice for the person who waits.",
        examples: ["delivered"],
      }),
    reply: z
      .object({
        text: z.string().meta({
          description: "Markdown.",
          examples: ["12.5% of 80.16 * 3 = 30.06."],
        }),
      })
      .nullable()
      .meta({ description: "`null` while there is none." }),
    steps: z.array(StepBody).meta({
      description: "What the agent did so far, in order; finished steps only.",
    }),
    sources: z.array(SourceBody).meta({
      description:
        "Of the answer: the pages that its tools took their results from, each once, at most 20. Empty while there is no answer, and for a notice.",
    }),
    usage: UsageBody,
    is_stopped: z
      .literal(true)
      .meta({
        description:
          "The message was stopped: the reply is what there was of it by then.",
      })
      .exactOptional(),
    metadata: z
      .record(z.string(), z.string())
      .meta({
        description: "Your labels, as they came with the message.",
        examples: [{ ticket: "T-3" }],
      })
      .exactOptional(),
  })
  .meta({
    id: "Reply",
    description: "A message and all that has come of it so far.",
  });

export type ReplyBody = Readonly<z.infer<typeof ReplyBody>>;

/** The body of a 202 to `POST /v1/messages`: the turn as it is so far, and where to look for its end. */
export const AcceptedMessage = z
  .object({
    ...ReplyBody.shape,
    status_url: z.url().meta({
      description: "Where to ask for the reply; also the header `Location`.",
      examples: ["https://parley.example.com/v1/messages/m1"],
    }),
  })
  .meta({
    id: "AcceptedMessage",
    description: "A message that is stored and will be answered.",
  });

export type AcceptedMessage = z.infer<typeof AcceptedMessage>;

/** The data of `event: step`. */
export const StepEvent = z
  .object({
    index: z.int().meta({
      description: "Which step of the message it is, from 0. Each comes once.",
      examples: [0],
    }),
    ...StepBody.shape,
  })
  .meta({ id: "StepEvent", description: "A finished step." });

/** The data of `event: delta`. */
export const DeltaEvent = z
  .object({
    offset: z.int().meta({
      description:
        "Where the text begins in the answer, in UTF-16 units. A place before the end of what you have: the answer starts over from there.",
      examples: [0],
    }),
    text: z
      .string()
      .meta({ description: "Markdown.", examples: ["12.5% of "] }),
  })
  .meta({
    id: "DeltaEvent",
    description: "Text of the answer while it is written.",
  });

/** The data of `event: waiting`. */
export const WaitingEvent = z
  .object({
    retry_seconds: z.int().meta({
      description: "The model is asked again after that time.",
      examples: [10],
    }),
  })
  .meta({
    id: "WaitingEvent",
    description: "The model could not be reached.",
  });

/** The data of `event: error`. */
export const ErrorEvent = z
  .object({
    ...ProblemBody.shape,
    id: z
      .string()
      .meta({
        description: "The message's id; there where its turn has failed.",
        examples: ["m1"],
      })
      .exactOptional(),
  })
  .meta({
    id: "ErrorEvent",
    description: "The turn failed, was forgotten, or its events broke off.",
  });

export type StepEvent = z.infer<typeof StepEvent>;
export type DeltaEvent = z.infer<typeof DeltaEvent>;
export type WaitingEvent = z.infer<typeof WaitingEvent>;
export type ErrorEvent = z.infer<typeof ErrorEvent>;
