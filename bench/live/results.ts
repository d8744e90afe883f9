import { appendFileSync, existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { parseJson } from "../../src/text/json.ts";
import type { Metered } from "./meter.ts";

/** Result of one task. */
const RESULT = z.object({
  model: z.string(),
  contestant: z.string(),
  task: z.string(),
  kind: z.string(),
  outcome: z.enum(["answer", "notice"]),
  text: z.string(),
  isRight: z.boolean(),
  showsFormatMarkup: z.boolean(),
  wrongInputs: z.number(),
  calls: z.number(),
  promptTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  isEstimated: z.boolean(),
  ms: z.number(),
}) satisfies z.ZodType<Metered>;

export type LiveResult = z.infer<typeof RESULT>;

/** A file with one line per result, written immediately. */
export interface ResultsFile {
  readonly results: readonly LiveResult[];
  append(result: LiveResult): void;
}

/**
 * @param file `undefined` keeps results only in memory. Ignores a truncated
 *   last line.
 */
export function openResults(file: string | undefined): ResultsFile {
  const exists = file !== undefined && existsSync(file);
  const results = (exists ? readFileSync(file, "utf8") : "")
    .split("\n")
    .flatMap((line) => {
      const { data } = RESULT.safeParse(parseJson(line));
      return data === undefined ? [] : [data];
    });
  if (exists && results.length > 0) appendFileSync(file, "\n");
  return {
    results,
    append(result) {
      results.push(result);
      if (file !== undefined)
        appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  };
}
