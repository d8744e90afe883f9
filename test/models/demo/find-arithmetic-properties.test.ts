import fc from "fast-check";
import { expect, it } from "vitest";
import { findArithmetic } from "../../../src/models/demo/find-arithmetic.ts";
import { valueIn } from "./value-in.ts";

const number = fc.nat(999).map(String);
const { expression } = fc.letrec<{ expression: string; operand: string }>(
  (tie) => ({
    operand: fc.oneof(
      { depthSize: "small" },
      number,
      tie("expression").map((inner) => `(${inner})`),
    ),
    expression: fc
      .tuple(
        tie("operand"),
        fc.constantFrom("+", "-", "*", "/"),
        tie("operand"),
      )
      .map((parts) => parts.join(" ")),
  }),
);
const decimal = fc
  .record({ units: fc.nat(99_999), places: fc.nat(3) })
  .map(({ units, places }) => (units / 10 ** places).toFixed(places));

it.each([
  ["What is ", "?"],
  ["Hello, I am Ann: ", " = ? Thanks"],
  ["计算", "等于多少？"],
  ["请问 ", " 是几"],
])("finds it whole between %j and %j", (before, behind) => {
  fc.assert(
    fc.property(expression, (text) => {
      expect(findArithmetic(before + text + behind)).toEqual({
        kind: "expression",
        expression: text,
      });
    }),
  );
});

it("takes the percentage of a product, in English and in Chinese", async () => {
  const blank = fc.constantFrom("", " ");
  const product = fc
    .tuple(decimal, fc.constantFrom(" * ", "×", " times ", "乘"), decimal)
    .map((parts) => ({
      parts,
      share: (percent: string) =>
        (Number(parts[0]) * Number(parts[2]) * Number(percent)) / 100,
    }));
  await fc.assert(
    fc.asyncProperty(
      decimal,
      product,
      fc.tuple(blank, blank, fc.boolean()),
      async (percent, { parts, share }, [one, other, isBracketed]) => {
        const whole = isBracketed ? `(${parts.join("")})` : parts.join("");
        for (const text of [
          `What is ${percent}${one}% of ${whole}?`,
          `${percent} percent of ${whole}`,
          `计算 ${whole}${one}的${other}${percent}${one}%`,
          `${whole}${one}的百分之${percent}是多少？`,
          `百分之${percent}${one}的${other}${whole}`,
        ])
          expect(Number(await valueIn(text))).toSatisfy(
            isClose(share(percent)),
          );
      },
    ),
  );
});

it("cuts no number that is written in an unknown way", () => {
  const digits = fc.integer({ min: 1, max: 999 }).map(String);
  const strange = fc
    .tuple(
      digits,
      fc.constantFrom(".000,", ",00,", " 000 ", "'000.", "_000_", ":", ".5."),
      digits,
      fc.constantFrom("", "k", "e5", "万", " million", "²"),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      strange,
      expression,
      fc.constantFrom(" + ", " * ", " times ", "乘以", "加"),
      fc.constantFrom("", "What is ", "计算 "),
      (wrong, right, sign, opening) => {
        for (const text of [wrong + sign + right, right + sign + wrong])
          expect(findArithmetic(opening + text)).toEqual({ kind: "unclear" });
      },
    ),
  );
});

it("leaves out no number of the sentence", async () => {
  const piece = fc.oneof(
    decimal,
    expression,
    fc.constantFrom(
      ..."+ - * / ^ % ( ) sqrt( , 的 百分之 加 减去 乘以 除以 ， 是多少".split(
        " ",
      ),
    ),
    fc.constantFrom(" ", " % ", "% of ", ", ", " and ", " plus ", " percent "),
  );
  const digitsOf = (text: string) =>
    (text.match(/\d/g) ?? []).toSorted().join("");
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const text = pieces.join("");
      const found = findArithmetic(text);
      if (found.kind !== "expression") return;
      expect(digitsOf(found.expression)).toBe(digitsOf(text));
      expect(await valueIn(text)).not.toMatch(
        /cannot read|unexpected|unclosed|missing|not known/,
      );
    }),
    { numRuns: 2_000 },
  );
});

function isClose(expected: number): (value: number) => boolean {
  return (value) => Math.abs(value - expected) <= 1e-12 * Math.abs(expected);
}
