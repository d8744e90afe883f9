import { effect, signal } from "@preact/signals";
import { recall, remember } from "./browser-storage.ts";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const DARK = "(prefers-color-scheme: dark)";
const LIGHT = "(prefers-color-scheme: light)";

const theme = signal(toTheme(recall("theme")));

/** The switch between the system's, light and dark colors. */
export function ThemeList(props: {
  label: string;
  names: Readonly<Record<Theme, string>>;
}) {
  return (
    <select
      id="theme"
      aria-label={props.label}
      value={theme.value}
      onChange={({ currentTarget: { value } }) => {
        theme.value = toTheme(value);
        remember("theme", value);
      }}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {props.names[one]}
        </option>
      ))}
    </select>
  );
}

/** Applies the reader's choice to the document, now and when it changes. */
export function followTheme(): void {
  const darkRules = findDarkRules();
  const metas = [...document.querySelectorAll('meta[name="theme-color"]')].map(
    (meta) => ({ meta, isDark: meta.getAttribute("media") === DARK }),
  );
  effect(() => {
    const chosen = theme.value;
    const media = (isDark: boolean) => {
      if (chosen === "system") return isDark ? DARK : LIGHT;
      return isDark === (chosen === "dark") ? "all" : "not all";
    };
    for (const rule of darkRules) rule.media.mediaText = media(true);
    for (const { meta, isDark } of metas)
      meta.setAttribute("media", media(isDark));
    document.documentElement.style.colorScheme =
      chosen === "system" ? "" : chosen;
  });
}

/**
 * Finds the dark rules of the stylesheets. The switch changes their media query
 * instead of repeating them.
 */
function findDarkRules(): readonly CSSMediaRule[] {
  return [...document.styleSheets]
    .flatMap((sheet) => (sheet.href === null ? [] : [...sheet.cssRules]))
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ media }) => media.mediaText.includes("color-scheme"));
}

function toTheme(name: string | null): Theme {
  return THEMES.find((one) => one === name) ?? "system";
}
