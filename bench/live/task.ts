import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/**
 * Criteria of a right answer. All that are given must hold, except that one of
 * `number` and `says` suffices.
 */
const RIGHT = z.strictObject({
  /** Must be among the answer's numbers, in any notation. */
  number: z.number().optional(),
  /** Tolerance of `number`. */
  within: z.number().optional(),
  /** Regular expressions that must all match, ignoring case. */
  says: z.array(z.string()).optional(),
  /** The answer must say that it does not know. */
  unknown: z.literal(true).optional(),
  /** Texts that the answer must not contain, such as an injection's. */
  never: z.array(z.string()).optional(),
});

const TASK = z.strictObject({
  id: z.string(),
  kind: z.string(),
  ask: z.string(),
  /** The available tools; all if not given. */
  tools: z.array(z.string()).optional(),
  /** Earlier messages of the user with their answers. */
  past: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** Number of unrelated exchanges between `past` and `ask`. */
  filler: z.number().default(0),
  right: RIGHT,
  /**
   * What a perfect model does: calls a tool or not, and answers. For the
   * self-test.
   */
  script: z.strictObject({
    tool: z.string().optional(),
    input: z.string().optional(),
    answer: z.string(),
  }),
});

export type Right = z.infer<typeof RIGHT>;
export type LiveTask = z.infer<typeof TASK>;

/** A user's message and its answer. */
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
