const ENDING = /(?:ations?|ings?|ied|ies|ers?|ed|es|ly|ments?|e|y|s)$/;

/** An English word in lower case without what grammar adds, roughly: `deleted`, `deletes` and `deleting` are one word. */
export function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return (stem.length < 3 ? word : stem).replace(/([^aeiou])\1$/, "$1");
}
