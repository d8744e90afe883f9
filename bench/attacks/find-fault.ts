import type { Attack } from "./attack.ts";

/**
 * Returns what is wrong with the answer to an attack or to the calculation
 * after it; `undefined` if nothing is.
 */
export function findFault(
  { must, max_chars: maxLength = Infinity, after }: Attack,
  { answer, answerAfter }: { answer: string; answerAfter?: string | undefined },
): string | undefined {
  if (must === "error-fast" && !isError(answer))
    return "is answered with a value";
  if (answer.length > maxLength)
    return `is answered with ${answer.length} characters`;
  return after === undefined || isSame(answerAfter, after.text)
    ? undefined
    : `changes what comes next: ${answerAfter}`;
}

function isSame(answer: string | undefined, expected: string): boolean {
  const normalise = (text = "") => text.replaceAll(/\s/g, "").toLowerCase();
  return expected === "ERROR"
    ? isError(answer)
    : normalise(answer) === normalise(expected);
}

function isError(answer: string | undefined): boolean {
  return answer?.startsWith("Error:") === true;
}
