import * as fc from "fast-check";

/** An expression and its exact value: `units` / 10^`places`. */
export interface DecimalExpression {
  readonly text: string;
  readonly units: bigint;
  readonly places: number;
}

const leaf: fc.Arbitrary<DecimalExpression> = fc
  .record({
    units: fc.integer({ min: 0, max: 99_999 }),
    places: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ units, places }) => ({
    text: (units / 10 ** places).toFixed(places),
    units: BigInt(units),
    places,
  }));

/** Sums, differences and products of decimals, all in brackets; with its exact value. */
export const arbitraryDecimalExpression: fc.Arbitrary<DecimalExpression> =
  fc.letrec<{ tree: DecimalExpression }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { arbitrary: leaf, weight: 1 },
      {
        arbitrary: fc
          .tuple(tie("tree"), fc.constantFrom("+", "-", "*"), tie("tree"))
          .map(([left, sign, right]) => combine(left, sign, right)),
        weight: 3,
      },
    ),
  })).tree;

/** The value as short as it can be written. */
export function toText({ units, places }: DecimalExpression): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  const sign = units < 0n ? "-" : "";
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function combine(
  left: DecimalExpression,
  sign: string,
  right: DecimalExpression,
): DecimalExpression {
  const text = `(${left.text} ${sign} ${right.text})`;
  if (sign === "*")
    return {
      text,
      units: left.units * right.units,
      places: left.places + right.places,
    };
  const places = Math.max(left.places, right.places);
  const scale = (side: DecimalExpression) =>
    side.units * 10n ** BigInt(places - side.places);
  const [one, other] = [scale(left), scale(right)];
  return { text, units: sign === "+" ? one + other : one - other, places };
}
