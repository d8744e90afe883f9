import { chinese } from "./texts-chinese.ts";
import { english } from "./texts-english.ts";
import { traditional } from "./texts-traditional.ts";
import type { Language, Texts } from "./texts.ts";

export const textsByLanguage: Readonly<Record<Language, Texts>> = {
  en: english,
  "zh-CN": chinese,
  "zh-TW": traditional,
};
