import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const style = await readFile(
  join(import.meta.dirname, "../../../../src/page/client/styles/base.css"),
  "utf8",
);

/** WCAG 2.2: 4.5 for text (1.4.3), 3 for the borders of controls (1.4.11). */
const pairs: readonly [
  text: string,
  backgrounds: readonly string[],
  ratio: number,
][] = [
  ["ink", ["background", "surface", "sunken", "tint"], 4.5],
  ["muted", ["background", "surface", "sunken"], 4.5],
  ["accent", ["background", "surface"], 4.5],
  ["on-accent", ["accent"], 4.5],
  ["warning", ["warning-background"], 4.5],
  ["danger", ["background", "surface"], 4.5],
  ["control", ["background", "surface"], 3],
  ["code-word", ["sunken"], 4.5],
  ["code-string", ["sunken"], 4.5],
  ["code-number", ["sunken"], 4.5],
  ["code-name", ["sunken"], 4.5],
];

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("the %s colours", (_scheme, place) => {
  it.each(
    pairs.flatMap(([text, backgrounds, ratio]) =>
      backgrounds.map((background) => [text, background, ratio] as const),
    ),
  )("have enough contrast for %s on %s", (text, background, ratio) => {
    const lights = [text, background]
      .map((name) => luminanceOf(coloursOf(name)[place]))
      .toSorted((a, b) => b - a);
    const [high = 0, low = 0] = lights;
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(ratio);
  });
});

function coloursOf(name: string): readonly [light: string, dark: string] {
  const pair = new RegExp(
    `--${name}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\);`,
  );
  const [, light = "", dark = ""] = pair.exec(style) ?? [];
  return [light, dark];
}

/** Relative luminance of a colour in sRGB (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045
      ? channel / 12.92
      : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
