/**
 * A query in one line without control characters, cut to what a provider takes: characters are code points, words are
 * what blanks separate. May be empty.
 */
export function cutQuery(
  query: string,
  {
    maxCharacters,
    maxWords = Number.POSITIVE_INFINITY,
  }: { maxCharacters: number; maxWords?: number },
): string {
  const words = query
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  return Array.from(words.join(" ")).slice(0, maxCharacters).join("").trimEnd();
}
