import type { LibraryAnswer, Passage } from "../../library.ts";
import type { ToolOutput } from "../../ports.ts";
import { formatResults } from "../search/format-results.ts";
import { toPageAddress } from "../search/page-address.ts";
import { pickSentences } from "../search/pick-sentences.ts";
import type { SearchResult } from "../search/search-provider.ts";
import { shorten } from "../search/shorten.ts";

/** In UTF-16 units. */
const MAX_LENGTH = 1_500;
const MAX_TITLE_LENGTH = 150;

const PARTIAL = "No passage has all these words; some have a part of them:";

/** Number, line breaks and the ellipsis of an entry. */
const FRAME_LENGTH = 10;

/**
 * Passages as the search lists its results, in at most 1,500 UTF-16 units: each gets an equal share, and where it is
 * longer, shows the sentences that say most about the words that were looked for.
 */
export function reportPassages({
  passages,
  isPartial,
  words,
}: Extract<LibraryAnswer, { kind: "found" }>): ToolOutput {
  const query = words.join(" ");
  const opening = isPartial ? `${PARTIAL}\n\n` : "";
  const share = Math.floor((MAX_LENGTH - opening.length) / passages.length);
  const results = passages.map((passage) =>
    toResult(passage, { query, share }),
  );
  return {
    text: opening + formatResults(results),
    sources: results.flatMap(({ url }, index) =>
      url === undefined ? [] : [{ title: passages[index]?.title ?? "", url }],
    ),
  };
}

function toResult(
  { title, heading, text, address = "" }: Passage,
  { query, share }: { query: string; share: number },
): SearchResult {
  const path = heading === "" ? title : `${title} › ${heading}`;
  const line = shorten(path.replaceAll(/\s+/g, " "), MAX_TITLE_LENGTH);
  const url = toPageAddress(address);
  const taken = line.length + (url?.length ?? 0) + FRAME_LENGTH;
  return {
    title: line,
    // An empty line would end the entry.
    text: pickSentences(text.replaceAll(/\n\s*\n/g, "\n"), {
      query,
      maxLength: Math.max(share - taken, 0),
    }),
    ...(url !== undefined && { url }),
  };
}
