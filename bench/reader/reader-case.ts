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

/** A reply of a model, and what a sensible executor understands. */
export type ReaderCase = z.infer<typeof ReaderCase>;

/** What a reader made of a reply. `retry`: the model is asked again. */
export type Understood = ReaderCase["expect"];

/** The cases of a file, one JSON object per line. */
export function readCases(file: string): ReaderCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ReaderCase.parse(JSON.parse(line)));
}
