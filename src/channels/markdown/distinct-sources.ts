import type { Source } from "../../types/turn.ts";

/** Maximum per reply. */
const MAX_SOURCES = 20;

/** The first `limit` sources with distinct URLs. */
export function distinctSources(
  sources: readonly Source[],
  { limit = MAX_SOURCES }: { limit?: number } = {},
): Source[] {
  const titles = new Map<string, string>();
  for (const { title, url } of sources) {
    if (titles.size >= limit) break;
    if (!titles.has(url)) titles.set(url, title);
  }
  return Array.from(titles, ([url, title]) => ({ title, url }));
}
