import { readFileSync } from "node:fs";
import * as z from "zod";

const Expectation = z.object({
  /** A decimal, of any size; within `rel_tol` of it (0: exactly it) or `abs_tol`. */
  value: z.string().optional(),
  rel_tol: z.number().optional(),
  abs_tol: z.number().optional(),
  /** Spellings, one of which follows the number. */
  unit: z.array(z.string()).optional(),
  /** This text or one of `alt`; blanks and case do not count. */
  text: z.string().optional(),
  alt: z.array(z.string()).optional(),
  /** Real and imaginary part. */
  complex: z.tuple([z.coerce.string(), z.coerce.string()]).optional(),
  /** An error, never a number. */
  error: z.literal(true).optional(),
});

const CalculatorCase = z.object({
  id: z.string(),
  input: z.string(),
  expect: Expectation,
  category: z.string(),
  /** `stretch`: nice to have; several of these have more than one reading. */
  tier: z.enum(["core", "stretch"]),
});

export type Expectation = z.infer<typeof Expectation>;

/** What a model sends to a calculator, and what a good one answers. */
export type CalculatorCase = z.infer<typeof CalculatorCase>;

/** What a calculator answered. */
export interface Answer {
  readonly text: string;
  readonly error?: true;
}

/** The cases of a file, one JSON object per line. */
export function readCases(file: string): CalculatorCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => CalculatorCase.parse(JSON.parse(line)));
}
