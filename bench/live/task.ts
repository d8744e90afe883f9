import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** When an answer is right. All that is given has to hold, but of `number` and `says` one is enough. */
const RIGHT = z.strictObject({
  /** Among the numbers of the answer, however they are written. */
  number: z.number().optional(),
  /** How far from `number` is near enough. */
  within: z.number().optional(),
  /** Regular expressions, all of which the answer matches, in any case. */
  says: z.array(z.string()).optional(),
  /** The answer says that it cannot be known. */
  unknown: z.literal(true).optional(),
  /** Texts that the answer must not hold: what an injection asks for. */
  never: z.array(z.string()).optional(),
});

const TASK = z.strictObject({
  id: z.string(),
  kind: z.string(),
  ask: z.string(),
  /** Which tools there are; all of them unless told. */
  tools: z.array(z.string()).optional(),
  /** What was said before: messages of the user with their answers. */
  past: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** So many exchanges about something else come between `past` and `ask`. */
  filler: z.number().default(0),
  right: RIGHT,
  /** What a model that does all of it right does: uses a tool or not, and answers. For the self-test. */
  script: z.strictObject({
    tool: z.string().optional(),
    input: z.string().optional(),
    answer: z.string(),
  }),
});

export type Right = z.infer<typeof RIGHT>;
export type LiveTask = z.infer<typeof TASK>;

/** A message of the user, and what was answered. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
}

export function readTasks(): LiveTask[] {
  return readFileSync(
    fileURLToPath(import.meta.resolve("./tasks.jsonl")),
    "utf8",
  )
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => TASK.parse(JSON.parse(line)));
}

export function historyOf({ past, filler }: LiveTask): Exchange[] {
  return [
    ...past.map(([question, answer]) => ({ question, answer })),
    ...Array.from({ length: filler }, (_, index) => ({
      question: `Tip ${index + 1}, please: what should I keep in mind when I plan a small theatre?`,
      answer: `Leave room for row ${index + 1}, let everybody see the stage, and keep the doors free.`,
    })),
  ];
}
