/** A number as people write it, perhaps a percentage; from its first digit, so that a long one is read once. */
const NUMBER = String.raw`(?<![\d.,])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s?%)?`;

/** A function of a number or a list ends with it: what `square root of 16 + 9` is would be a guess. */
const END = String.raw`(?= ?(?:$|[),]))`;

/** An expression of `NUMBER` and `END`, in any case. */
export function toPattern(source: string, flags = "giu"): RegExp {
  return new RegExp(
    source.replaceAll("NUMBER", NUMBER).replaceAll("END", END),
    flags,
  );
}

const ANY_NUMBER = toPattern("NUMBER");

/** A function of the numbers in a text: `3, 4 and 1,500` → `sum(3, 4, 1500)`. */
export function writeCall(name: string, text: string): string {
  const values = text.match(ANY_NUMBER) ?? [];
  return `${name}(${values.map((value) => value.replaceAll(",", "")).join(", ")})`;
}

/** Follows rules, one a line: a pattern, and after `=>` what to write in its place (`␣`: a blank). No nested repetitions: each reads a text in one go. */
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
