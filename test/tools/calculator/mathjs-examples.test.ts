import { describe, expect, it } from "vitest";
import { calculate } from "../../../src/tools/calculator/calculate.ts";
import { isSameValue, listMathjsExamples } from "./mathjs-examples.ts";

const EXAMPLES = listMathjsExamples();

/**
 * Deliberate differences: ranges exclude their end as in Python, lists are
 * immutable, and a single mode is a value.
 */
const OTHERWISE: ReadonlyMap<string, string> = new Map([
  ["range(3, 7)", "[3, 4, 5, 6]"],
  ["range(0, 12, 2)", "[0, 2, 4, 6, 8, 10]"],
  ["arr = [5, 2, 1]\narr", "[5, 2, 1]"],
  ["mode(2, 1, 4, 3, 1)", "1"],
  ["mode([1, 2.7, 3.2, 4, 2.7])", "2.7"],
]);

/** Kinds of unsupported expressions, and the advice in their errors. */
const REFUSALS: Readonly<Record<string, RegExp>> = {
  algebra: /Algebra is not supported: replace letters with numbers/,
  "code and settings": /Write only the expression, with its numbers/,
  "functions of one's own": /Write the formula with numbers in place of its/,
  "matrices beyond det, inv, transpose and products":
    /Of matrices there are det, inv, |Write short lists with their numbers/,
  "other functions":
    /Write its formula|write its formula with operators|for the real root/,
  "changes of lists, and ranges":
    /Write all of it, e\.g\. |Write range\(1, 11\)/,
  texts: /Texts are not supported: write numbers and operators/,
  "kinds of values": /Only numbers are supported: compare them/,
  sets: /Sets are not supported: write a list without repeats/,
  random: /Random numbers are not supported: write numbers/,
  units: /Units are converted as in 5 km to mi|As a unit, it follows a number/,
  "names without a value, of physics too":
    /Put a number in its place, or assign/,
  "infinity, null and division by zero":
    /That is not a number: write one|by zero/,
  "numbers and lists of another kind":
    /(?:number|matrix|comparison) is needed, e\.g\. |takes \d.* values?, not|takes values |has no value here|there is no inverse|both must be the same/,
  "signs with one reading elsewhere":
    /Write a condition as|bit shifts as|Write (?:dot|round|hours|numbers|sorted|it with operators)/,
};

/** The kind of an error; `undefined` if it gives no advice. */
function kindOf(refusal: string): string | undefined {
  const found = Object.entries(REFUSALS).find(([, advice]) =>
    advice.test(refusal),
  );
  return found?.[0];
}

describe("mathjs's own examples are calculated as mathjs does, or refused with what to write", () => {
  it.each(EXAMPLES)("$category: $program", ({ program, value }) => {
    const text = calculate(program);
    if (text.startsWith("Error: ")) expect(kindOf(text), text).toBeDefined();
    else if (OTHERWISE.has(program)) expect(text).toBe(OTHERWISE.get(program));
    else expect(isSameValue(text, value), text).toBe(true);
  });

  it("with that many of each kind", () => {
    const counts: Record<string, number> = {};
    for (const { program } of EXAMPLES) {
      const text = calculate(program);
      const kind = text.startsWith("Error: ") ? kindOf(text) : "calculated";
      counts[String(kind)] = (counts[String(kind)] ?? 0) + 1;
    }
    expect(counts).toEqual({
      calculated: 465,
      algebra: 22,
      "code and settings": 38,
      "functions of one's own": 15,
      "matrices beyond det, inv, transpose and products": 75,
      "other functions": 22,
      "changes of lists, and ranges": 10,
      texts: 26,
      "kinds of values": 47,
      sets: 17,
      random: 11,
      units: 16,
      "names without a value, of physics too": 53,
      "infinity, null and division by zero": 11,
      "numbers and lists of another kind": 21,
      "signs with one reading elsewhere": 18,
    });
  });
});
