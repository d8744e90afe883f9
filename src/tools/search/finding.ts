import type { Source } from "../../turn.ts";
import { formatResults, takeFitting } from "./format-results.ts";
import type { SearchAnswer } from "./search-provider.ts";
import { shorten } from "./shorten.ts";
import { stripMarkup } from "./strip-markup.ts";
import { tidyResults } from "./tidy-results.ts";

/** What a search came to. */
export interface SearchReport {
  /** For the model. */
  readonly text: string;
  /** Those of the text's results that have an address, in its order. */
  readonly sources: readonly Source[];
}

/** What a provider answered, as the model may see it. */
export type Finding =
  | { readonly kind: "found"; readonly report: SearchReport }
  | {
      readonly kind: "empty";
      /** Other wordings. */
      readonly suggestions: readonly string[];
      /** Why some results may be missing. */
      readonly gap: string | undefined;
    };

const MAX_SUGGESTIONS = 3;
const MAX_SUGGESTION_LENGTH = 80;

/** The list of results in at most `maxLength` UTF-16 units; where none of them says anything, nothing was found. */
export function toFinding(
  { results, suggestions = [], gap }: SearchAnswer,
  { query, maxLength }: { query: string; maxLength: number },
): Finding {
  const listed = takeFitting(tidyResults(results, { query }), maxLength);
  if (listed.length === 0)
    return {
      kind: "empty",
      suggestions: suggestions
        .slice(0, MAX_SUGGESTIONS)
        .map((words) => shorten(stripMarkup(words), MAX_SUGGESTION_LENGTH))
        .filter((words) => words !== ""),
      gap,
    };
  return {
    kind: "found",
    report: {
      text: formatResults(listed),
      sources: listed.flatMap(({ title, url }) =>
        url === undefined ? [] : [{ title, url }],
      ),
    },
  };
}
