import { chinese } from "./chinese.ts";
import { english } from "./english.ts";

export type Texts = typeof english;

/** Chinese for people whose app is in Chinese, or who write in it; else English. */
export function textsFor({
  language,
  text,
}: {
  language?: string | undefined;
  text: string;
}): Texts {
  const isChinese =
    language === undefined
      ? /\p{Script=Han}/u.test(text)
      : /^zh\b/i.test(language);
  return isChinese ? chinese : english;
}
