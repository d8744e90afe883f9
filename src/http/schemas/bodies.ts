import * as z from "zod";

/** Why a request was rejected (RFC 9457). */
export const ProblemBody = z
  .object({
    type: z.url().meta({
      description: "The problem type. Stable: programs can rely on it.",
      examples: ["https://parley.chat/problems/invalid-fields"],
    }),
    title: z.string().meta({
      description: "A short, human-readable summary.",
      examples: ["Invalid fields in the body"],
    }),
    status: z.int().meta({ description: "The HTTP status.", examples: [422] }),
    detail: z.string().meta({
      description: "What went wrong in this case, and how to fix it.",
      examples: ["/text is missing"],
    }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description: "A JSON Pointer (RFC 6901) into the request body.",
            examples: ["/text"],
          }),
          detail: z.string().meta({
            description: "What is wrong with it.",
            examples: ["is missing"],
          }),
        }),
      )
      .meta({ description: "The invalid fields." })
      .exactOptional(),
  })
  .meta({
    id: "Problem",
    description: "Why a request was rejected (RFC 9457).",
  });

export type ProblemBody = Readonly<z.infer<typeof ProblemBody>>;

const Tokens = {
  input_tokens: z.int().meta({
    description: "Input tokens.",
    examples: [600],
  }),
  cached_input_tokens: z.int().meta({
    description: "Input tokens served from the provider's prompt cache.",
    examples: [0],
  }),
  output_tokens: z
    .int()
    .meta({ description: "Output tokens.", examples: [40] }),
};

/** A tool call and its result. */
export const StepBody = z
  .object({
    thought: z.string().meta({
      description:
        "The model's reasoning in its own words; empty if it gave none.",
      examples: ["This needs a calculation."],
    }),
    tool: z
      .string()
      .meta({ description: "The tool's name.", examples: ["calculator"] }),
    input: z.unknown().meta({
      description: "The tool's input: a string or an object.",
      examples: ["12.5% of 80.16 * 3"],
    }),
    observation: z
      .string()
      .meta({ description: "The tool's output.", examples: ["30.06"] }),
    usage: z.object(Tokens).meta({
      description:
        "Tokens of the model call that chose the step; 0 if an earlier step was chosen in the same call.",
    }),
    model_ms: z
      .int()
      .meta({
        description:
          "Milliseconds of that call; absent if it is an earlier step's.",
        examples: [1200],
      })
      .exactOptional(),
    tool_ms: z
      .int()
      .meta({
        description: "Milliseconds that the tool ran; absent if none did.",
        examples: [3],
      })
      .exactOptional(),
  })
  .meta({
    id: "Step",
    description: "A tool call and its result.",
  });

export type StepBody = Readonly<z.infer<typeof StepBody>>;

const SourceBody = z
  .object({
    title: z.string().meta({
      description: "Text from outside: escape it before you display it.",
      examples: ["Percentage"],
    }),
    url: z.string().meta({
      description: "http or https.",
      examples: ["https://en.wikipedia.org/wiki/Percentage"],
    }),
  })
  .meta({ id: "Source", description: "A page that the answer is based on." });

const UsageBody = z
  .object({
    ...Tokens,
    model_calls: z
      .int()
      .meta({ description: "The number of model calls.", examples: [2] }),
    is_estimated: z
      .literal(true)
      .meta({
        description:
          "Set if some counts are estimates; absent if the provider counted everything.",
      })
      .exactOptional(),
  })
  .meta({
    id: "Usage",
    description:
      "Model usage of the answer. It may still grow after the reply, when a long conversation is summarised.",
  });

/** A turn in the HTTP API's format. */
export const ReplyBody = z
  .object({
    id: z.string().meta({
      description:
        "The message's id: yours, or a generated one if you gave none.",
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
          "`accepted` → `thinking` → `answered` → `delivered`; or `failed`: then the reply is a notice for the user.",
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
      .meta({ description: "`null` until there is one." }),
    steps: z.array(StepBody).meta({
      description: "The agent's completed steps so far, in order.",
    }),
    sources: z.array(SourceBody).meta({
      description:
        "The pages that the answer's tool results come from, without duplicates, at most 20. Empty for a notice, and until there is an answer.",
    }),
    usage: UsageBody,
    is_stopped: z
      .literal(true)
      .meta({
        description:
          "The message was stopped: the reply is what had been written by then.",
      })
      .exactOptional(),
    metadata: z
      .record(z.string(), z.string())
      .meta({
        description: "Your labels, as sent with the message.",
        examples: [{ ticket: "T-3" }],
      })
      .exactOptional(),
  })
  .meta({
    id: "Reply",
    description: "A message with everything it has produced so far.",
  });

export type ReplyBody = Readonly<z.infer<typeof ReplyBody>>;

/**
 * Body of a 202 to `POST /v1/messages`: the turn so far, and where to fetch its
 * reply.
 */
export const AcceptedMessage = z
  .object({
    ...ReplyBody.shape,
    status_url: z.url().meta({
      description: "Where to fetch the reply; also in the `Location` header.",
      examples: ["https://parley.example.com/v1/messages/m1"],
    }),
    waiting_for: z
      .enum(["earlier-messages", "answer", "model"])
      .meta({
        description:
          "Set if the request waited: `earlier-messages` of the conversation are answered first, the `answer` is being written, or the `model` could not be reached and is asked again.",
        examples: ["answer"],
      })
      .exactOptional(),
  })
  .meta({
    id: "AcceptedMessage",
    description: "A message that has been stored and will be answered.",
  });

export type AcceptedMessage = z.infer<typeof AcceptedMessage>;

/** Data of `event: step`. */
export const StepEvent = z
  .object({
    index: z.int().meta({
      description:
        "The step's index in the message, from 0. Each step is sent once.",
      examples: [0],
    }),
    ...StepBody.shape,
  })
  .meta({ id: "StepEvent", description: "A completed step." });

/** Data of `event: delta`. */
export const DeltaEvent = z
  .object({
    offset: z.int().meta({
      description:
        "Where the text begins in the answer, in UTF-16 code units. If this is before the end of what you have, the answer restarts from there.",
      examples: [0],
    }),
    text: z
      .string()
      .meta({ description: "Markdown.", examples: ["12.5% of "] }),
  })
  .meta({
    id: "DeltaEvent",
    description: "Text of the answer as it is written.",
  });

/** Data of `event: waiting`. */
export const WaitingEvent = z
  .object({
    retry_seconds: z.int().meta({
      description: "When the model is retried.",
      examples: [10],
    }),
  })
  .meta({
    id: "WaitingEvent",
    description: "The model could not be reached.",
  });

/** Data of `event: error`. */
export const ErrorEvent = z
  .object({
    ...ProblemBody.shape,
    id: z
      .string()
      .meta({
        description: "The message's id; present if its turn failed.",
        examples: ["m1"],
      })
      .exactOptional(),
  })
  .meta({
    id: "ErrorEvent",
    description:
      "The turn failed, its conversation was deleted, or the stream broke off.",
  });

export type StepEvent = z.infer<typeof StepEvent>;
export type DeltaEvent = z.infer<typeof DeltaEvent>;
export type WaitingEvent = z.infer<typeof WaitingEvent>;
export type ErrorEvent = z.infer<typeof ErrorEvent>;
