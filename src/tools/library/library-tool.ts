import * as z from "zod";
import { shorten } from "../../text/text.ts";
import type { Library, LibraryAnswer, Passage } from "../../types/library.ts";
import type { Tool, ToolOutput } from "../../types/tool.ts";
import { toPageAddress } from "../plain-text.ts";
import { pickSentences } from "../search/pick-sentences.ts";
import { formatResults, NOTHING_FOUND } from "../search/results.ts";
import type { SearchResult } from "../search/search-provider.ts";

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .describe("What to look for: a few words, e.g. return policy"),
});

/** With more, each would be too short to be useful. */
const MAX_PASSAGES = 3;

/** Searches the operator's documents. */
export function createLibraryTool({
  library,
}: {
  library: Library;
}): Tool<typeof input> {
  return {
    name: "library",
    description:
      "Our own documents: look here before you search elsewhere. Input: a few telling words.",
    input,
    async run({ query }, { signal }) {
      const answer = await library.search(query, {
        limit: MAX_PASSAGES,
        signal,
      });
      return answer.kind === "found"
        ? reportPassages(answer)
        : reportNothing(answer, { query });
    },
  };
}

const MAX_QUERY_LENGTH = 100;
const MAX_LISTED_TITLE = 60;
const MAX_LIST_LENGTH = 600;

/** Reports that nothing was found, and which documents there are. */
function reportNothing(
  { documents, titles }: Extract<LibraryAnswer, { kind: "nothing" }>,
  { query }: { query: string },
): string {
  if (documents === 0)
    return `${NOTHING_FOUND}: the library has no documents yet. Look elsewhere.`;
  return `${NOTHING_FOUND} for "${shorten(query, MAX_QUERY_LENGTH)}" in the library. Try other words, or look elsewhere. The library has: ${listTitles(titles, documents)}.`;
}

function listTitles(titles: readonly string[], documents: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const title of titles) {
    const line = shorten(title.replaceAll(/\s+/g, " "), MAX_LISTED_TITLE);
    length += line.length + 2;
    if (length > MAX_LIST_LENGTH) break;
    shown.push(line);
  }
  const rest = documents - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
}

const MAX_LENGTH = 2_400;
const MAX_TITLE_LENGTH = 150;

const PARTIAL = "No passage has all these words; some have a part of them:";

/** Length of an entry's number, line breaks and ellipsis. */
const FRAME_LENGTH = 10;

/**
 * Lists passages like search results, in at most 2,400 UTF-16 units: the first
 * gets half, the others share the rest.
 */
function reportPassages({
  passages,
  isPartial,
  words,
}: Extract<LibraryAnswer, { kind: "found" }>): ToolOutput {
  const query = words.join(" ");
  const opening = isPartial ? `${PARTIAL}\n\n` : "";
  const length = MAX_LENGTH - opening.length;
  const others = passages.length - 1;
  const results = passages.map((passage, index) =>
    toResult(passage, {
      query,
      share: Math.floor(
        others === 0 ? length : index === 0 ? length / 2 : length / 2 / others,
      ),
    }),
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
    // Empty lines separate entries.
    text: pickSentences(text.replaceAll(/\n\s*\n/g, "\n"), {
      query,
      maxLength: Math.max(share - taken, 0),
    }),
    ...(url !== undefined && { url }),
  };
}
