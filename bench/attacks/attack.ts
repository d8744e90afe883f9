import { readFileSync } from "node:fs";
import * as z from "zod";

const Attack = z.object({
  id: z.string(),
  input: z.string(),
  /**
   * `error-fast`: must fail within the limits. `safe`: any answer within the
   * limits will do.
   */
  must: z.enum(["error-fast", "safe"]),
  why: z.string().optional(),
  group: z.string(),
  /**
   * The next calculation and its expected answer (`ERROR`: an error), which no
   * attack may change.
   */
  after: z.object({ input: z.string(), text: z.string() }).optional(),
  /** Maximum length of the answer. */
  max_chars: z.number().optional(),
});

/** An input that tries to harm the calculator or its host. */
export type Attack = z.infer<typeof Attack>;

/** Outcome of an attack. */
export interface Damage {
  readonly answer: string;
  readonly answerAfter?: string | undefined;
  /** User and system time. */
  readonly cpuMs: number;
  /** Growth of the process's maximum resident set size. */
  readonly grownMb: number;
  /** Code was executed, or `Object.prototype` was changed. */
  readonly isBreached: boolean;
}

/** Reads attacks from a file with one JSON object per line. */
export function readAttacks(file: string): Attack[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => Attack.parse(JSON.parse(line)));
}
