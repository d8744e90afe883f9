import { WIKIPEDIA_PAGES, type WikipediaPage } from "./wikipedia-pages.ts";

/**
 * Finds pages that contain words of the query, best first; matches in the title
 * weigh more.
 */
export function findWikipediaPages(
  query: string,
  { language }: { language: string | undefined },
): readonly WikipediaPage[] {
  const terms = toTerms(query);
  return WIKIPEDIA_PAGES.filter(
    (page) => language === undefined || page.language === language,
  )
    .map((page) => ({ page, score: score(page, terms) }))
    .filter((hit) => hit.score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ page }) => page);
}

const STOP_WORDS: readonly string[] =
  "a an and are did for how in is of on the to was were what when where which who".split(
    " ",
  );

/**
 * Splits into Latin words and, for Chinese, which has no spaces, overlapping
 * pairs of characters.
 */
function toTerms(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const runs = query.match(/\p{Script=Han}{2,}/gu) ?? [];
  const pairs = runs.flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, start) =>
      run.slice(start, start + 2),
    ),
  );
  return [...words.filter((word) => !STOP_WORDS.includes(word)), ...pairs];
}

function score(
  { title, extract }: WikipediaPage,
  terms: readonly string[],
): number {
  const hits = (text: string) => {
    const words = text.toLowerCase();
    return terms.filter((term) => words.includes(term)).length;
  };
  return 3 * hits(title) + hits(extract);
}
