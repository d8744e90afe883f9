import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

export const PROVIDER_NAMES = [
  "wikipedia",
  "serpapi",
  "tavily",
  "brave",
  "searxng",
  "elasticsearch",
] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** What comes of a search: results, word that there are none, or an error. */
export type Outcome = "found" | "empty" | "failed";

const Entry = z.object({
  /** In the manifest's folder. */
  file: z.string(),
  /** `opensearch` is asked in Elasticsearch's way; `any`: all of them are asked. */
  provider: z.enum([...PROVIDER_NAMES, "opensearch", "any"]),
  status: z.number(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Where it is missing, status and body tell: see `expect-outcome.ts`. */
  outcome: z.enum(["found", "empty", "failed"]).optional(),
  /** What the model is to read. */
  contains: z.array(z.string()).default([]),
});

/** An answer of a search provider, and what should come of it. */
export interface Fixture extends Omit<z.infer<typeof Entry>, "provider"> {
  readonly id: string;
  readonly provider: ProviderName;
  readonly body: string;
}

/** The fixtures that a folder's `manifest.json` lists, once for each provider that they are for. */
export function readFixtures(folder: string): Fixture[] {
  const manifest = readFileSync(join(folder, "manifest.json"), "utf8");
  return z
    .array(Entry)
    .parse(JSON.parse(manifest))
    .flatMap(({ provider, ...entry }) => {
      const body = readFileSync(join(folder, entry.file), "utf8");
      return providersOf(provider).map((name) => ({
        ...entry,
        id: provider === "any" ? `${entry.file} (${name})` : entry.file,
        provider: name,
        body,
      }));
    });
}

function providersOf(
  provider: z.infer<typeof Entry>["provider"],
): readonly ProviderName[] {
  if (provider === "any") return PROVIDER_NAMES;
  return [provider === "opensearch" ? "elasticsearch" : provider];
}
