import { segmentText, shorten } from "../../text/text.ts";

/** More than a useful query has. */
const MAX_TERMS = 20;

/** Bounds the work for hostile texts with thousands of tiny sentences. */
const MAX_STARTS = 100;

/**
 * Picks the first run of sentences that contains the most words of the query,
 * in at most `maxLength` UTF-16 units. It begins with `… ` if earlier sentences
 * are left out.
 */
export function pickSentences(
  text: string,
  { query, maxLength }: { query: string; maxLength: number },
): string {
  if (text.length <= maxLength) return text;
  const sentences = Array.from(
    segmentText(text, { granularity: "sentence", language: "en" }),
    ({ segment }) => segment,
  );
  const terms = toTerms(query);
  let best = { passage: "", score: -1 };
  for (const start of sentences.slice(0, MAX_STARTS).keys()) {
    const passage = takeFrom(sentences, { start, maxLength });
    const words = passage.toLowerCase();
    const score = terms.filter((term) => words.includes(term)).length;
    if (score > best.score) best = { passage, score };
    if (score === terms.length) break;
  }
  return best.passage;
}

function takeFrom(
  sentences: readonly string[],
  { start, maxLength }: { start: number; maxLength: number },
): string {
  const mark = start === 0 ? "" : "… ";
  let passage = mark + (sentences[start] ?? "");
  for (let next = start + 1; next < sentences.length; next++) {
    const sentence = sentences[next] ?? "";
    if (passage.length + sentence.trimEnd().length > maxLength) break;
    passage += sentence;
  }
  return shorten(passage.trimEnd(), maxLength);
}

/**
 * Words in lower case, and pairs of adjacent characters in scripts without
 * spaces between words.
 */
function toTerms(query: string): readonly string[] {
  const lowerCase = query.slice(0, 1_000).toLowerCase();
  const words =
    lowerCase
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => word.length > 2 || /\p{N}/u.test(word)) ?? [];
  const pairs = Array.from(
    lowerCase.matchAll(
      /(?=([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}))/gu,
    ),
    ([, pair = ""]) => pair,
  );
  return [...new Set([...pairs, ...words])].slice(0, MAX_TERMS);
}
