/** An expression that has no answer here. The message says in one line what is wrong and how to write it. */
export class CalculationError extends Error {
  override readonly name = "CalculationError";
}

const EXCERPT_LENGTH = 40;

/** `at character 4 of "1 +* 2"`; of a long text only the surroundings are shown. */
export function describePlace(text: string, index: number): string {
  const start = Math.max(0, index - EXCERPT_LENGTH / 2);
  const excerpt = text.slice(start, start + EXCERPT_LENGTH);
  const shown = `${start > 0 ? "…" : ""}${excerpt}${start + EXCERPT_LENGTH < text.length ? "…" : ""}`;
  return `at character ${index + 1} of ${JSON.stringify(shown)}`;
}

/** Throws `CalculationError` for what is at that place, and says how to write it. */
export function refuse(
  problem: string,
  { text, index, hint }: { text: string; index: number; hint: string },
): never {
  throw new CalculationError(
    `${problem} ${describePlace(text, index)}. ${hint}`,
  );
}
