import { computed } from "@preact/signals";
import { language } from "./parts/language.tsx";
import type { Texts } from "./texts-english.ts";
import { textsByLanguage } from "./texts.ts";

/** A text in each language. */
export type Phrase = (texts: Texts) => string;

/** The texts in the reader's language. */
export const texts = computed(() => textsByLanguage[language.value]);
