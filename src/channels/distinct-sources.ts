import type { Source } from "../turn.ts";

/** The first `limit` of the sources, each address once. */
export function distinctSources(
  sources: readonly Source[],
  { limit }: { limit: number },
): Source[] {
  const titles = new Map<string, string>();
  for (const { title, url } of sources) {
    if (titles.size >= limit) break;
    if (!titles.has(url)) titles.set(url, title);
  }
  return Array.from(titles, ([url, title]) => ({ title, url }));
}
