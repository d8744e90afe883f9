const ENDING = /(?:ations?|ings?|ied|ies|ers?|ed|es|ly|ments?|e|y|s)$/;

/**
 * Roughly stems a lower-case English word: `deleted`, `deletes` and `deleting`
 * have the same stem.
 */
export function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return (stem.length < 3 ? word : stem).replace(/([^aeiou])\1$/, "$1");
}
