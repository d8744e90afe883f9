/** The prompt's own example, repeated: `$TOOL_NAME`, `<tool>`. */
const EXAMPLE = /^(?:\$[A-Z_]+|<[^<>]{1,80}>|\{\{?[\w ]{1,40}\}?\}|\.\.\.|…)$/i;
const EXAMPLE_NAME =
  /\bshould be one of\b|\bmust be one of\b|^the (?:action to take|input to the (?:action|tool)|name of the tool)\b/i;
const EMPTY = /^(?:none|null|n\/a)?$/i;
/** What these begin with. */
const BEGINNING =
  /^(?:\$[A-Z_]*|<[^<>]{0,80}>?|\{\{?[\w ]{0,40}\}{0,2}|\.{0,3}|…|no?|none?|nul{0,2}|n\/a?)$/i;
const EXAMPLE_ANSWERS = ["original input ", "original ", "input ", ""].map(
  (which) => `the final answer to the ${which}question.`,
);
const INVISIBLE = /^[\s\u200B\u2060]+|[\s\u200B\u2060]+$/g;
const MAX_LENGTH = 100;

/** Whether an action's name is only the prompt's example. */
export function isExampleName(name: string): boolean {
  const head = name.slice(0, 300).trim();
  return EXAMPLE.test(head) || EXAMPLE_NAME.test(head);
}

/** Whether an answer is only the prompt's example. */
export function isExampleAnswer(answer: string): boolean {
  const text = answer.trim();
  if (text.length > MAX_LENGTH) return false;
  const sentence = `${text.toLowerCase().replace(/\.$/, "")}.`;
  return EXAMPLE.test(text) || EXAMPLE_ANSWERS.includes(sentence);
}

/** Whether there is nothing in an answer: "None" stands for that. */
export function isEmptyAnswer(answer: string): boolean {
  return EMPTY.test(answer.trim());
}

/** Whether an answer that is still being written may turn out to be empty, or an example. */
export function mayBecomeNoAnswer(beginning: string): boolean {
  if (beginning.trim().length > 2 * MAX_LENGTH) return false;
  const text = beginning.trim().replaceAll(INVISIBLE, "");
  if (text.length > MAX_LENGTH) return false;
  return (
    BEGINNING.test(text) ||
    EXAMPLE_ANSWERS.some((example) => example.startsWith(text.toLowerCase()))
  );
}
