/**
 * Backgrounds behind the accent color in `page/styles/base.css`, and the text
 * color on `--tint`.
 */
const SCHEMES = {
  light: { backgrounds: ["#ffffff", "#f6f5f1", "#eceae4"], text: "#1d2324" },
  dark: { backgrounds: ["#101314", "#15191a", "#1e2425"], text: "#e7eae8" },
};
type Scheme = keyof typeof SCHEMES;

/** WCAG 2.2 AA for text of any size. */
const MIN_CONTRAST = 4.5;
const BLACK = "#000000";
const WHITE = "#ffffff";
/** Share of the accent in the background of the visitor's own messages. */
const TINT = 0.16;

interface AccentColors {
  readonly accent: string;
  /** The text color on `accent`. */
  readonly onAccent: string;
  readonly tint: string;
}

/**
 * Darkens the color on light backgrounds, or lightens it on dark ones, until it
 * is readable there.
 */
export function deriveAccent(color: string, scheme: Scheme): AccentColors {
  const { backgrounds, text } = SCHEMES[scheme];
  const target = scheme === "light" ? BLACK : WHITE;
  const tint = findShade(mix(backgrounds[0] ?? WHITE, color, TINT), {
    target: backgrounds[0] ?? WHITE,
    isReadable: (shade) => contrastOf(shade, text) >= MIN_CONTRAST,
  });
  const accent = findShade(color, {
    target,
    isReadable: (shade) =>
      [...backgrounds, tint].every(
        (background) => contrastOf(shade, background) >= MIN_CONTRAST,
      ),
  });
  const onAccent =
    contrastOf(accent, WHITE) >= contrastOf(accent, BLACK) ? WHITE : BLACK;
  return { accent, onAccent, tint };
}

/** CSS that overrides the colors of `base.css`. */
export function accentStyle(color: string): string {
  const rule = (scheme: Scheme) => {
    const { accent, onAccent, tint } = deriveAccent(color, scheme);
    return `:root{--accent:${accent};--on-accent:${onAccent};--tint:${tint}}`;
  };
  return `${rule("light")}\n@media (prefers-color-scheme: dark){${rule("dark")}}\n`;
}

const STEPS = 50;

/** The first readable shade from `color` to `target`. */
function findShade(
  color: string,
  {
    target,
    isReadable,
  }: { target: string; isReadable: (shade: string) => boolean },
): string {
  for (let step = 0; step < STEPS; step++) {
    const shade = mix(color, target, step / STEPS);
    if (isReadable(shade)) return shade;
  }
  return target;
}

function mix(one: string, other: string, share: number): string {
  const others = toChannels(other);
  const mixed = toChannels(one).map((value, index) =>
    Math.round(value + ((others[index] ?? 0) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted(
    (a, b) => a - b,
  );
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toChannels(color: string): readonly number[] {
  return [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
}
