import { refuse } from "../calculation-error.ts";

/**
 * Removes separators within numbers: `1 000 000` → `1000000`, `1_000.5` →
 * `1000.5`.
 */
export function joinDigits(text: string): string {
  const plain = text.replaceAll(UNDERSCORED, (number) =>
    number.replaceAll(/(?<=[\da-f])_(?=[\da-f])/gi, ""),
  );
  return plain.replaceAll(
    SPACED,
    (written, lastGroup?: string, divisor = "") => {
      if (lastGroup === undefined) return written;
      if (!lastGroup.startsWith("0") && Number(lastGroup) < Number(divisor))
        refuse(`${JSON.stringify(written)} is unclear`, {
          text: plain,
          index: plain.indexOf(written),
          hint: "Write 1234 / 567, or 1 + 234/567.",
        });
      return written.replaceAll(" ", "");
    },
  );
}

const UNDERSCORED =
  /(?<![\p{L}\p{M}_\d.])(?:0x[\da-f_]*[\da-f]|\d[\d._]*\d)/giu;

/**
 * Groups of three digits, perhaps over a divisor. Skips lists without commas:
 * in `[100 200]` they may be separate values.
 */
const SPACED =
  /\[[^[\],]*\]|(?<![\p{L}\d.,_])[1-9]\d{0,2}(?: \d{3})* (\d{3})(?![\d_]| \d)(?:\/(\d+))?/gu;
