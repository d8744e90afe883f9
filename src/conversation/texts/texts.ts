import type { IncomingMessage } from "../../message.ts";
import { chinese } from "./chinese.ts";
import { english } from "./english.ts";

export type Texts = typeof english;

/** What Parley says to a message's author: in Chinese to people whose app is in Chinese, or who write in it; else in English. */
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
