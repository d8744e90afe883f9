import { chinese } from "./texts-chinese.ts";
import { english, type Texts } from "./texts-english.ts";
import { traditional } from "./texts-traditional.ts";

export type Language = "en" | "zh-CN" | "zh-TW";

export const textsByLanguage: Readonly<Record<Language, Texts>> = {
  en: english,
  "zh-CN": chinese,
  "zh-TW": traditional,
};
