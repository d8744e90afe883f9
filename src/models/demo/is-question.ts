import { findBareWords } from "./find-bare-words.ts";
import { findSubject } from "./find-subject.ts";

/** Longer texts are no question by themselves. */
const MAX_LENGTH = 300;

/** Whether a text asks for something that can be looked up. */
export function isQuestion(text: string): boolean {
  return (
    text.length <= MAX_LENGTH &&
    (/[?？]\s*$/.test(text) ||
      findSubject(text) !== undefined ||
      findBareWords(text) !== undefined)
  );
}
