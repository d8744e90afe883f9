import { readFileSync } from "node:fs";
import * as z from "zod";

const Expectation = z.object({
  /**
   * A decimal of any size, matched within `rel_tol` (0: exactly) or `abs_tol`.
   */
  value: z.string().optional(),
  rel_tol: z.number().optional(),
  abs_tol: z.number().optional(),
  /** Accepted spellings after the number. */
  unit: z.array(z.string()).optional(),
  /** This text or one of `alt`, ignoring spaces and case. */
  text: z.string().optional(),
  alt: z.array(z.string()).optional(),
  /** Real and imaginary parts. */
  complex: z.tuple([z.coerce.string(), z.coerce.string()]).optional(),
  /** An error, not a number. */
  error: z.literal(true).optional(),
});

const CalculatorCase = z.object({
  id: z.string(),
  input: z.string(),
  expect: Expectation,
  category: z.string(),
  /** `stretch`: nice to have; some of these are ambiguous. */
  tier: z.enum(["core", "stretch"]),
});

export type Expectation = z.infer<typeof Expectation>;

/** A calculator input as a model would send it, and the expected answer. */
export type CalculatorCase = z.infer<typeof CalculatorCase>;

/** A calculator's answer. */
export interface Answer {
  readonly text: string;
  readonly error?: true;
}

/** Reads cases from a file with one JSON object per line. */
export function readCases(file: string): CalculatorCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => CalculatorCase.parse(JSON.parse(line)));
}
