import * as z from "zod";
import { cleanUntrusted } from "../../text/untrusted-text.ts";
import { PauseError, ToolError } from "../../types/errors.ts";
import type { Tool } from "../../types/tool.ts";

const MIN_CHOICES = 2;
const MAX_CHOICES = 6;
/** Buttons show one line. */
const MAX_LABEL = 40;
const MAX_QUESTION = 500;

const input = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .max(MAX_QUESTION)
    .describe("What the user reads, in their language"),
  choices: z
    .array(z.string().overwrite(toLabel).min(1).max(MAX_LABEL))
    .min(MIN_CHOICES)
    .max(MAX_CHOICES)
    .refine(
      (labels) => new Set(labels).size === labels.length,
      "must differ from each other",
    )
    .describe(
      `${MIN_CHOICES} to ${MAX_CHOICES} short answers, ${MAX_LABEL} characters at most`,
    ),
});

function toLabel(text: string): string {
  return cleanUntrusted(text).replaceAll(/\s+/g, " ").trim();
}

/**
 * Ends the turn with a question; what the user answers, with a button or in
 * their own words, is the observation with which it goes on.
 */
export function createAskUserTool(): Tool<typeof input> {
  return {
    name: "ask_user",
    description:
      "Asks the user to choose, with two to six buttons; they may also answer in their own words. Use it only if you cannot go on without their choice.",
    input,
    isOwnText: true,
    isOffered: ({ mayAsk }) => mayAsk === true,
    async run({ question, choices }, { mayAsk, signal }) {
      signal.throwIfAborted();
      if (mayAsk !== true)
        throw new ToolError(
          "Nobody can be asked here. Choose yourself, and say what you chose.",
        );
      throw new PauseError({ kind: "choice", question, choices });
    },
  };
}
