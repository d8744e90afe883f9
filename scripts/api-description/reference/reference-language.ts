import { CHINESE } from "../chinese/chinese.ts";
import { type Label, LABELS } from "./labels.ts";

/** The words of the reference in one language. */
export interface ReferenceLanguage {
  /** IETF language tag. */
  readonly tag: "en" | "zh";
  /** A text of the description. */
  readonly translate: (text: string) => string;
  /** One of the page's own labels. */
  readonly label: (label: Label) => string;
}

export const ENGLISH: ReferenceLanguage = {
  tag: "en",
  translate: (text) => text,
  label: (label) => LABELS[label],
};

/**
 * Chinese, found by the English text: one that was changed has no translation until that is changed, too, and is shown
 * as it is.
 * @param missing called with each text that has none
 */
export function createChinese(
  missing: (text: string) => void = () => {},
): ReferenceLanguage {
  const translate = (text: string): string => {
    const found = CHINESE[text];
    if (found === undefined) missing(text);
    return found ?? text;
  };
  return { tag: "zh", translate, label: (label) => translate(LABELS[label]) };
}
