import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accentStyle,
  contrastOf,
  deriveAccent,
} from "../../../src/page/server/accent.ts";

const base = readFileSync("src/page/client/styles/base.css", "utf8");
/** The colors of the light and the dark rules. */
const [light = "", dark = ""] = base
  .split("@media (prefers-color-scheme: dark)")
  .map((rules) => rules.slice(0, rules.indexOf("--shadow")));

function colorsOf(rules: string, names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const [, color] = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(rules) ?? [];
    if (color === undefined) throw new Error(`base.css has no --${name}.`);
    return color;
  });
}

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("The accent color", () => {
  it("has its contrast computed according to WCAG", () => {
    expect(contrastOf("#000000", "#ffffff")).toBe(21);
    expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it.each([
    ["light", light],
    ["dark", dark],
  ] as const)(
    "is readable on every background of the %s page",
    (scheme, rules) => {
      const backgrounds = colorsOf(rules, ["background", "surface", "sunken"]);
      const [ink = ""] = colorsOf(rules, ["ink"]);
      fc.assert(
        fc.property(color, (chosen) => {
          const { accent, onAccent, tint } = deriveAccent(chosen, scheme);
          for (const background of [...backgrounds, onAccent, tint])
            expect(contrastOf(accent, background)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(ink, tint)).toBeGreaterThanOrEqual(4.5);
        }),
      );
    },
  );

  it("stays unchanged if readable, and else changes as little as possible", () => {
    expect(deriveAccent("#0f6b5c", "light").accent).toBe("#0f6b5c");
    expect(deriveAccent("#74d3b9", "dark").accent).toBe("#74d3b9");
    const { accent } = deriveAccent("#ffcc00", "light");
    expect(contrastOf(accent, "#eceae4")).toBeLessThan(5.2);
  });

  it("becomes one rule for each theme", () => {
    expect(accentStyle("#ff6600")).toMatch(
      /^:root\{(?:--[a-z-]+:#[0-9a-f]{6};?){3}\}\n@media \(prefers-color-scheme: dark\)\{:root\{(?:--[a-z-]+:#[0-9a-f]{6};?){3}\}\}\n$/,
    );
  });
});
