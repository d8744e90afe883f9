import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer } from "./answer.ts";
import { arbitraryDecimalExpression, toText } from "./arbitrary-expression.ts";

/** A value, or an error in one line. */
const OBSERVATION = /^(?:-?\d+(?:\.\d+)?(?:e[+-]\d+)?|Error: [^\n]{1,400})$/;

describe("whatever it is sent, the calculator", () => {
  it("answers any text with a value or an error", async () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 600 }),
      fc.string({
        unit: fc.constantFrom(
          ...Array.from("0123456789.,+-*/^%!()[]{}='\"`#$€ \nexofpi×½²（％"),
        ),
        maxLength: 60,
      }),
      fc
        .array(
          fc.constantFrom(
            ..."1|2.5|1,234|%| % |of|mod|+|-|*|/|//|**|^|!|(|)|sqrt(|max(|,|pi|e| |10|0|$|×|½".split(
              "|",
            ),
          ),
          { maxLength: 20 },
        )
        .map((pieces) => pieces.join("")),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const observation = await answer(text);
        expect(observation).toMatch(OBSERVATION);
        expect(observation.isWellFormed()).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("agrees with exact decimal arithmetic to the last digit", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDecimalExpression, async (expression) => {
        fc.pre(expression.digits <= 12 && expression.text.length <= 500);
        expect(Number(await answer(expression.text))).toBe(
          Number(toText(expression)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it("agrees with JavaScript on quotients, powers and functions", async () => {
    const numbers = fc.integer({ min: 1, max: 9_999 });
    await fc.assert(
      fc.asyncProperty(numbers, numbers, numbers, async (a, b, c) => {
        const observation = await answer(
          `sqrt(${a} / ${b}) + (${b} / ${c})^2 * ln(${a}) - ${c} // 7 % ${b}`,
        );
        const expected =
          Math.sqrt(a / b) +
          (b / c) ** 2 * Math.log(a) -
          (Math.floor(c / 7) % b);
        expect(Number(observation)).toBeCloseTo(expected, 5);
      }),
    );
  });

  it("reads the same number with and without separators of thousands", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 40 }), async (number) => {
        const grouped = number.toLocaleString("en-US");
        expect(await answer(`${grouped} * 2`)).toBe(String(number * 2));
      }),
    );
  });

  it("takes percentages of what they are of", async () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000 });
    const rates = fc.integer({ min: 0, max: 200 });
    await fc.assert(
      fc.asyncProperty(amounts, rates, async (amount, rate) => {
        const part = String((amount * rate) / 100);
        expect(await answer(`${rate}% of ${amount}`)).toBe(part);
        expect(await answer(`${amount} * ${rate}%`)).toBe(part);
        expect(await answer(`${amount} + ${rate}% - ${amount}`)).toBe(part);
      }),
    );
  });
});
