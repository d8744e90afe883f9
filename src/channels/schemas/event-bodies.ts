import * as z from "zod";
import { ProblemBody } from "./problem-body.ts";
import { StepBody } from "./reply-body.ts";

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
