import { recall, remember } from "./browser-storage.ts";
import { create, findElement, write } from "./elements.ts";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const DARK = "(prefers-color-scheme: dark)";
const LIGHT = "(prefers-color-scheme: light)";

/** The switch between the system's, light and dark colors. */
export function createThemeSwitch(): void {
  const select = findElement("theme", HTMLSelectElement);
  write(select, (texts) => texts.theme, "aria-label");
  for (const theme of THEMES) {
    select.append(
      create("option", { value: theme }, [(texts) => texts.themes[theme]]),
    );
  }
  const darkRules = findDarkRules();
  const metas = [...document.querySelectorAll('meta[name="theme-color"]')].map(
    (meta) => ({ meta, isDark: meta.getAttribute("media") === DARK }),
  );

  function apply(theme: Theme): void {
    const media = (isDark: boolean) =>
      theme === "system"
        ? isDark
          ? DARK
          : LIGHT
        : isDark === (theme === "dark")
          ? "all"
          : "not all";
    for (const rule of darkRules) rule.media.mediaText = media(true);
    for (const { meta, isDark } of metas)
      meta.setAttribute("media", media(isDark));
    document.documentElement.style.colorScheme =
      theme === "system" ? "" : theme;
  }

  const chosen = THEMES.find((theme) => theme === recall("theme")) ?? "system";
  select.value = chosen;
  if (chosen !== "system") apply(chosen);
  select.addEventListener("change", () => {
    const theme = THEMES.find((one) => one === select.value) ?? "system";
    remember("theme", theme);
    apply(theme);
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
