import { effect, signal } from "@preact/signals";
import { recall, remember } from "./browser-storage.ts";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

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
  // The colours of the browser's own bars; their media are the system's.
  const bars = document.querySelectorAll<HTMLMetaElement>(
    'meta[name="theme-color"]',
  );
  const [light, dark] = [...bars].map(({ content }) => content);
  effect(() => {
    const { value } = theme;
    document.documentElement.style.colorScheme =
      value === "system" ? "" : value;
    for (const bar of bars) {
      const isDark =
        value === "system" ? bar.media.includes("dark") : value === "dark";
      bar.content = (isDark ? dark : light) ?? "";
    }
  });
}

function toTheme(name: string | null): Theme {
  return THEMES.find((one) => one === name) ?? "system";
}
