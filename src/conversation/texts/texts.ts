import type { IncomingMessage } from "../../types/message.ts";
import { chinese } from "./chinese.ts";
import { english } from "./english.ts";

export type Texts = typeof english;

/**
 * Texts in the author's language: Chinese if their app is in Chinese or, if
 * unknown, the message contains Chinese characters; otherwise English.
 */
export function textsFor({
  author: { language },
  text,
}: Pick<IncomingMessage, "text"> & {
  readonly author: Pick<IncomingMessage["author"], "language">;
}): Texts {
  const isChinese =
    language === undefined
      ? /\p{Script=Han}/u.test(text)
      : /^zh\b/i.test(language);
  return isChinese ? chinese : english;
}
