import { readFileSync } from "node:fs";
import * as z from "zod";

const Attack = z.object({
  id: z.string(),
  input: z.string(),
  /** `error-fast`: an error within the limits. `safe`: any answer within the limits. */
  must: z.enum(["error-fast", "safe"]),
  why: z.string().optional(),
  group: z.string(),
  /** What is calculated next, and its answer, `ERROR` for an error: no attack changes it. */
  after: z.object({ input: z.string(), text: z.string() }).optional(),
  /** Of the answer. */
  max_chars: z.number().optional(),
});

/** An input that tries to harm the calculator or its host. */
export type Attack = z.infer<typeof Attack>;

/** What an attack came to. */
export interface Damage {
  readonly answer: string;
  readonly answerAfter?: string | undefined;
  /** User and system time of the process. */
  readonly cpuMs: number;
  /** By how much the process's largest resident size grew. */
  readonly grownMb: number;
  /** Something ran, or was added to all objects. */
  readonly isBreached: boolean;
}

/** The attacks of a file, one JSON object per line. */
export function readAttacks(file: string): Attack[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Attack.parse(JSON.parse(line)));
}
