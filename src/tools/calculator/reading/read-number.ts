import { Fraction } from "fraction.js";
import { CalculationError, refuse } from "../calculation-error.ts";
import { MAX_DIGITS } from "../numbers/real.ts";
import { matchAt } from "./match-at.ts";
import type { Token } from "./token.ts";

const NUMBER =
  /0x[\da-f]+|0b[01]+|0o[0-7]+|(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;

/** `1_000`, `.5`, `6.02e23`, `0xFF`. Throws `CalculationError` for a number that is too large or goes on oddly. */
export function readNumber(text: string, start: number): Token | undefined {
  const written = matchAt(NUMBER, text, start);
  if (written === undefined) return undefined;
  const end = start + written.length;
  const isPrefixed = /^0[xbo]/i.test(written);
  if (isPrefixed ? /[\w.]/.test(text.charAt(end)) : text.charAt(end) === ".")
    refuse(`cannot read ${JSON.stringify(text.slice(start, end + 5))}`, {
      text,
      index: start,
      hint: "Write numbers like 1234.5.",
    });
  return { kind: "number", value: parseNumber(written), start, end };
}

/** The exact value of a number without separators of thousands. */
export function parseNumber(written: string): Fraction {
  const plain = written.replaceAll("_", "");
  if (/^0[xbo]/i.test(plain)) return new Fraction(BigInt(plain));
  const [mantissa = "", exponent = "0"] = plain.toLowerCase().split("e");
  if (Math.abs(Number(exponent)) > MAX_DIGITS)
    throw new CalculationError(
      `${written.slice(0, 40)} is beyond the numbers that can be calculated with (10^-${MAX_DIGITS} to 10^${MAX_DIGITS}).`,
    );
  const [whole = "", decimals = ""] = mantissa.split(".");
  const places = Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals);
  const power = 10n ** BigInt(Math.abs(places));
  return places < 0
    ? new Fraction(digits, power)
    : new Fraction(digits * power);
}
