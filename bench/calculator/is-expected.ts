import { Decimal } from "decimal.js";
import type { Answer, Expectation } from "./calculator-case.ts";

/** Precise enough for long integers. */
const Digits = Decimal.clone({
  precision: 1_000,
  maxE: 9e15,
  minE: -9e15,
  toExpPos: 9e15,
  toExpNeg: -9e15,
});

const NUMBER = String.raw`[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;

/**
 * Whether an answer is as expected: compares values as decimals, and texts
 * without spaces and case.
 */
export function isExpected(answer: Answer, expected: Expectation): boolean {
  if (expected.error === true || answer.error === true)
    return expected.error === answer.error;
  const text = answer.text.trim().replaceAll("−", "-");
  if (expected.complex !== undefined)
    return isClose(readComplex(text), expected.complex, expected.rel_tol ?? 0);
  if (expected.value !== undefined)
    return isQuantity(text, { ...expected, value: expected.value });
  return [expected.text ?? "", ...(expected.alt ?? [])]
    .map(normalise)
    .includes(normalise(text));
}

function isQuantity(
  text: string,
  expected: Expectation & { value: string },
): boolean {
  const [, number, unit] =
    new RegExp(`^(${NUMBER})(.*)$`, "is").exec(text) ?? [];
  if (number === undefined) return false;
  const value = new Digits(expected.value);
  const distance = new Digits(number.replaceAll(",", "")).minus(value).abs();
  const tolerance = Decimal.max(
    value.abs().times(expected.rel_tol ?? 0),
    expected.abs_tol ?? 0,
  );
  const units = (expected.unit ?? [""]).map(normalise);
  return (
    distance.lessThanOrEqualTo(tolerance) &&
    units.includes(normalise(unit ?? ""))
  );
}

/** Parses `1 + 2i`, `-i`, `3`. */
function readComplex(text: string): [string, string] | undefined {
  const [, re, im] =
    new RegExp(
      `^(${NUMBER}(?![\\d.ij]))?(?:(${NUMBER}|[-+]?)[ij])?$`,
      "i",
    ).exec(normalise(text)) ?? [];
  if (re === undefined && im === undefined) return undefined;
  const isBare = im !== undefined && /^[-+]?$/.test(im);
  return [re ?? "0", isBare ? `${im}1` : (im ?? "0")];
}

function isClose(
  given: readonly [string, string] | undefined,
  expected: readonly [string, string],
  tolerance: number,
): boolean {
  if (given === undefined) return false;
  const sizes = [
    expected,
    given.map((part, index) => new Digits(part).minus(expected[index] ?? 0)),
  ].map((parts) => Digits.hypot(...parts));
  const [size = new Digits(0), distance = new Digits(Infinity)] = sizes;
  return distance.lessThanOrEqualTo(
    Decimal.max(size.times(tolerance), "1e-12"),
  );
}

function normalise(text: string): string {
  return text.replaceAll(/\s/g, "").toLowerCase();
}
