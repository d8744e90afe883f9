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

/** Outcome of a search: results, word that there are none, or an error. */
export type Outcome = "found" | "empty" | "failed";

const Entry = z.object({
  /** Relative to the manifest's folder. */
  file: z.string(),
  /**
   * `opensearch` uses Elasticsearch's client; `any`: all providers.
   */
  provider: z.enum([...PROVIDER_NAMES, "opensearch", "any"]),
  status: z.number(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Derived from status and body if missing: see `expect-outcome.ts`. */
  outcome: z.enum(["found", "empty", "failed"]).optional(),
  /** Texts that the model must get. */
  contains: z.array(z.string()).default([]),
});

/** A search provider's response and its expected outcome. */
export interface Fixture extends Omit<z.infer<typeof Entry>, "provider"> {
  readonly id: string;
  readonly provider: ProviderName;
  readonly body: string;
}

/**
 * Reads the fixtures listed in a folder's `manifest.json`, one for each
 * provider they apply to.
 */
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
