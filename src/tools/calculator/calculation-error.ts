/**
 * An expression without a result. The message is one line for the model: what
 * is wrong, and what to write instead.
 */
export class CalculationError extends Error {
  override readonly name = "CalculationError";
}

/** Of dates and times of day, which another tool may know. */
export class DateRefusal extends CalculationError {}

const EXCERPT_LENGTH = 40;

/** `at character 4 of "1 +* 2"`; shortens a long text to the surroundings. */
export function describePlace(text: string, index: number): string {
  const start = Math.max(0, index - EXCERPT_LENGTH / 2);
  const excerpt = text.slice(start, start + EXCERPT_LENGTH);
  const shown = `${start > 0 ? "…" : ""}${excerpt}${start + EXCERPT_LENGTH < text.length ? "…" : ""}`;
  return `at character ${index + 1} of ${JSON.stringify(shown)}`;
}

/** Throws `CalculationError` for the text at `index`. */
export function refuse(
  problem: string,
  { text, index, hint }: { text: string; index: number; hint: string },
): never {
  throw new CalculationError(
    `${problem} ${describePlace(text, index)}. ${hint}`,
  );
}
