import type { Language } from "./texts.ts";

const KEY = "parley-language";

/** The language that the reader chose before, else that of the browser. */
export function recallLanguage(): Language {
  const wanted = [readChoice() ?? "", ...navigator.languages];
  const known = wanted.find((tag) => /^(?:en|zh)\b/i.test(tag)) ?? "en";
  return known.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
