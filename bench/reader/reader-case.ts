import { readFileSync } from "node:fs";
import * as z from "zod";

const ReaderCase = z.object({
  id: z.string(),
  style: z.string(),
  tools: z.array(z.string()),
  output: z.string(),
  expect: z.object({
    kind: z.enum(["action", "final", "retry"]),
    tool: z.string().optional(),
    input: z.unknown().optional(),
    output: z.unknown().optional(),
  }),
  confidence: z.string(),
  category: z.string(),
});

/** A model's reply, and what a sensible executor understands. */
export type ReaderCase = z.infer<typeof ReaderCase>;

/** A reader's result. `retry`: ask the model again. */
export type Understood = ReaderCase["expect"];

/** Reads cases from a file with one JSON object per line. */
export function readCases(file: string): ReaderCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ReaderCase.parse(JSON.parse(line)));
}
