import { traditional } from "../../../dist/texts-traditional.ts";
import type { Language } from "./parts/language-tags.ts";
import { chinese } from "./texts-chinese.ts";
import { english, type Texts } from "./texts-english.ts";

export const textsByLanguage: Readonly<Record<Language, Texts>> = {
  en: english,
  "zh-CN": chinese,
  "zh-TW": traditional,
};
