import { toPageAddress } from "./page-address.ts";
import type { SearchResult } from "./search-provider.ts";

/** A direct answer of a provider, which has no title of its own; its page's host stands in for one. */
export function toAnswer({
  text,
  url,
}: {
  text: string;
  url?: string | undefined;
}): SearchResult {
  const address = toPageAddress(url ?? "");
  const title =
    address === undefined
      ? "Answer"
      : `Answer from ${new URL(address).hostname}`;
  return { title, text, url };
}
