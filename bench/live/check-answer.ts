import type { Right } from "./task.ts";

/** Words of people and models who do not know an answer. */
const UNKNOWN =
  /\b(?:not|no|nothing|none|neither|cannot|can't|couldn't|don't|doesn't|didn't|isn't|unable|unknown|unclear)\b|没有|不知道|无法|未|找不到|不清楚|不能/i;

export function isRight(answer: string, right: Right): boolean {
  const { number, within, says, unknown, never = [] } = right;
  const lower = answer.toLowerCase();
  if (never.some((text) => lower.includes(text.toLowerCase()))) return false;
  if (unknown) return UNKNOWN.test(answer);
  const hasNumber =
    number !== undefined && hasNumberNear(answer, number, within);
  const saysAll =
    says?.every((pattern) => new RegExp(pattern, "i").test(answer)) ?? false;
  return hasNumber || saysAll;
}

function hasNumberNear(answer: string, wanted: number, within = 1e-6): boolean {
  const written = answer
    .normalize("NFKC")
    .replaceAll(/(?<=\d)[,'_ \u{A0}\u{202F}](?=\d{3}(?!\d))/gu, "")
    .match(/-?\d+(?:\.\d+)?/g);
  return (written ?? []).some(
    (text) => Math.abs(Number(text) - wanted) <= within,
  );
}

/**
 * Parts of Parley's or LangChain's formats, or objects instead of text, which
 * users should never see.
 */
const FORMAT_MARKUP =
  /["']?action(?:_input)?["']?\s*:|Action Input\s*:|Final Answer\s*:|^\s*(?:Thought|Observation)\s*:|<\/?tool_call>|^(?:\[object Object\]|\{.*\})$|^Your \w+ could not be read:/im;

export function showsFormatMarkup(answer: string): boolean {
  return FORMAT_MARKUP.test(answer);
}
