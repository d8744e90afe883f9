/** A pattern and what stands in its place. Each pattern reads a text in one go: no nested repetitions. */
export type Rule = readonly [RegExp, string];

export function rewrite(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement),
    text,
  );
}

/** A number as people write it, perhaps a percentage; from its first digit, so that a long one is read once. */
export const NUMBER = String.raw`(?<![\d.,])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s?%)?`;
