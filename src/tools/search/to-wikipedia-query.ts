/** In code points; CirrusSearch refuses longer queries. */
const MAX_LENGTH = 300;

/**
 * Words for Wikipedia's search (CirrusSearch). Its operators are taken out, since in the words of a model they are
 * accidents: `-word` excludes pages, `title:` filters, `"…"` wants the exact phrase, `/…/` can be a regular expression.
 * https://www.mediawiki.org/wiki/Help:CirrusSearch
 */
export function toWikipediaQuery(query: string): string {
  const words = query
    .toWellFormed()
    .replaceAll(/[\p{Cc}"“”„~*\\/|{}[\]<>]|&&/gu, " ")
    // `12:30` is a time, no filter.
    .replaceAll(/:(?!\d)|(?<!\d):/g, " ")
    .replaceAll(/(?<=^|\s)[-!]+(?=\S)/g, "")
    .replaceAll(/\b(?:AND|OR|NOT)\b/g, (operator) => operator.toLowerCase())
    .replaceAll(/\s+/g, " ")
    .trim();
  return Array.from(words).slice(0, MAX_LENGTH).join("").trim();
}
