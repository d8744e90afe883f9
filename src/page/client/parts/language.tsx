import { effect, signal } from "@preact/signals";
import { recall, remember } from "./browser-storage.ts";
import { Button } from "./elements.tsx";
import { findLanguage, isTraditional, type Language } from "./language-tags.ts";

const NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};

/** The reader's: the one chosen before, else the browser's. */
export const language = signal<Language>(
  findLanguage([recall("language") ?? "", ...navigator.languages]) ?? "en",
);

effect(() => {
  document.documentElement.lang = language.value;
});

function choose(next: Language): void {
  language.value = next;
  remember("language", next);
}

/** Switches between English and the reader's Chinese. */
export function LanguageButton({ label }: { label: string }) {
  const isReadersTraditional = navigator.languages.some(isTraditional);
  const chinese = isReadersTraditional ? "zh-TW" : "zh-CN";
  const other = language.value === "en" ? chinese : "en";
  return (
    <Button
      id="language"
      class="quiet"
      lang={other}
      onClick={() => choose(other)}
    >
      {label}
    </Button>
  );
}

export function LanguageList({ label }: { label: string }) {
  return (
    <select
      id="language-list"
      aria-label={label}
      value={language.value}
      onChange={({ currentTarget: { value } }) =>
        choose(findLanguage([value]) ?? "en")
      }
    >
      {Object.entries(NAMES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
