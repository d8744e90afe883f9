/**
 * A typed number, perhaps a percentage. Starts at its first digit, so that a
 * long one is scanned once.
 */
const NUMBER = String.raw`(?<![\d.,])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s?%)?`;

/**
 * Required after the operand of a function: `square root of 16 + 9` is
 * ambiguous.
 */
const END = String.raw`(?= ?(?:$|[),]))`;

/** Expands `NUMBER` and `END` in a pattern; ignores case by default. */
export function toPattern(source: string, flags = "giu"): RegExp {
  return new RegExp(
    source.replaceAll("NUMBER", NUMBER).replaceAll("END", END),
    flags,
  );
}

const ANY_NUMBER = toPattern("NUMBER");

/**
 * Writes a call with the numbers in a text: `3, 4 and 1,500` →
 * `sum(3, 4, 1500)`.
 */
export function writeCall(name: string, text: string): string {
  const values = text.match(ANY_NUMBER) ?? [];
  return `${name}(${values.map((value) => value.replaceAll(",", "")).join(", ")})`;
}

/**
 * Applies rules, one per line: a pattern, `=>`, and the replacement (`␣` is a
 * space). Patterns without nested repetition run in linear time.
 */
export function createRewriting(
  table: string,
  { flags = "giu", isWhole = false } = {},
): (text: string) => string {
  const rules = table
    .split("\n")
    .filter((line) => line.includes(" =>"))
    .map((line) => {
      const [source = "", replacement = ""] = line.split(/ =>(?: |$)/);
      const pattern = isWhole ? `^(?:the )?${source}$` : source;
      return [
        toPattern(pattern, flags),
        replacement.replaceAll("␣", " "),
      ] as const;
    });
  return (text) =>
    rules.reduce(
      (rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement),
      text,
    );
}
