import * as z from "zod";

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
