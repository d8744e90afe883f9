import { recall, remember } from "./browser-storage.ts";
import {
  create,
  currentLanguage,
  findElement,
  switchLanguage,
  write,
} from "./elements.ts";
import { findLanguage, isTraditional } from "./language-tags.ts";
import type { Language } from "./texts.ts";

const NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};

const LANGUAGES: readonly Language[] = ["en", "zh-CN", "zh-TW"];

/** The language chosen before, else the browser's. */
export function recallLanguage(): Language {
  const wanted = [recall("language") ?? "", ...navigator.languages];
  return findLanguage(wanted) ?? "en";
}

/**
 * The button that switches between English and the reader's Chinese, and the
 * list of all languages.
 */
export function createLanguageButton(): void {
  const button = findElement("language", HTMLButtonElement);
  const select = findElement("language-list", HTMLSelectElement);
  const chinese = () =>
    navigator.languages.some(isTraditional) ? "zh-TW" : "zh-CN";
  const other = (language: Language) => (language === "en" ? chinese() : "en");
  const choose = (language: Language) => {
    switchLanguage(language);
    remember("language", language);
    select.value = language;
  };

  write(button, (texts) => texts.otherLanguage);
  write(button, (_texts, language) => other(language), "lang");
  button.addEventListener("click", () => choose(other(currentLanguage())));
  write(select, (texts) => texts.languages, "aria-label");
  for (const language of LANGUAGES)
    select.append(
      create("option", { value: language, lang: language }, [NAMES[language]]),
    );
  select.value = currentLanguage();
  select.addEventListener("change", () => {
    const chosen = LANGUAGES.find((language) => language === select.value);
    if (chosen !== undefined) choose(chosen);
  });
}
