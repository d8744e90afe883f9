import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../../src/text/json.ts";
import { LiveError } from "./live-error.ts";

/** US dollars per million tokens, with the date of the price list. */
const PRICES = z.record(
  z.string(),
  z.strictObject({
    input: z.number().nonnegative(),
    cached: z.number().nonnegative(),
    output: z.number().nonnegative(),
    asOf: z.iso.date(),
  }),
);

export type Price = z.infer<typeof PRICES>[string];

/**
 * @param file replaces the built-in price list, which is outdated by the time
 *   you read this
 */
export function readPrice(
  model: string,
  file = fileURLToPath(import.meta.resolve("./prices.json")),
): Price | undefined {
  const { data, error } = PRICES.safeParse(parseJson(readText(file)));
  if (error)
    throw new LiveError(
      `${file} is no price list. Write it as {"<model>": {"input": 0.15, "cached": 0.075, "output": 0.6, "asOf": "2026-01-31"}}, in US dollars per million tokens.`,
    );
  return data[model];
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new LiveError(`The price list ${file} cannot be read.`);
  }
}

export function costOf(
  {
    promptTokens,
    cachedTokens,
    outputTokens,
  }: { promptTokens: number; cachedTokens: number; outputTokens: number },
  { input, cached, output }: Price,
): number {
  const fresh = promptTokens - cachedTokens;
  return (fresh * input + cachedTokens * cached + outputTokens * output) / 1e6;
}
