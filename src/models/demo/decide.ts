import { type DemoTexts, type DemoTool, demoTextsFor } from "./demo-texts.ts";
import { findArithmetic } from "./find-arithmetic.ts";
import { findBareWords } from "./find-bare-words.ts";
import { findConversion } from "./find-conversion.ts";
import { asksForName, findName } from "./find-name.ts";
import { findSubject } from "./find-subject.ts";
import { findTimeQuestion } from "./find-time-question.ts";
import { isQuestion } from "./is-question.ts";
import { readFirstPassage } from "./read-first-passage.ts";
import { readFirstResult } from "./read-first-result.ts";
import type { DemoPrompt, DemoStep } from "./read-demo-prompt.ts";
import { readMoment } from "./read-moment.ts";
import { readSearchFailures } from "./read-search-failures.ts";

export type DemoDecision =
  | {
      readonly kind: "action";
      readonly thought: string;
      readonly tool: string;
      readonly input: string;
    }
  | {
      readonly kind: "answer";
      readonly thought: string;
      readonly text: string;
    };

/** What the demo model does next: use a tool, or answer. */
export function decide(prompt: DemoPrompt): DemoDecision {
  const texts = demoTextsFor(prompt.question);
  const { lastStep } = prompt;
  if (lastStep?.tool === "calculator")
    return answer(texts, explainResult(lastStep, texts));
  if (lastStep?.tool === "search")
    return answer(texts, explainFindings(lastStep, texts));
  if (lastStep?.tool === "library") return useFindings(lastStep, prompt, texts);
  if (lastStep?.tool === "current_time")
    return answer(texts, explainTime(lastStep, texts));

  const place = findTimeQuestion(prompt.question);
  if (place !== undefined) return use("current_time", place, prompt, texts);
  const conversion = findConversion(prompt.question);
  if (conversion !== undefined)
    return use("calculator", conversion, prompt, texts);
  const arithmetic = findArithmetic(prompt.question);
  if (arithmetic.kind === "expression")
    return use("calculator", arithmetic.expression, prompt, texts);
  if (arithmetic.kind === "unclear") return answer(texts, texts.unclearSum);
  if (asksForName(prompt.question))
    return answer(texts, recallName(prompt, texts));
  if (prompt.tools.has("library") && isQuestion(prompt.question))
    return use("library", prompt.question.trim(), prompt, texts);
  const subject = subjectOf(prompt);
  if (subject !== undefined) return use("search", subject, prompt, texts);
  return answer(texts, reply(prompt.question, texts));
}

function subjectOf({ question }: DemoPrompt): string | undefined {
  return findSubject(question) ?? findBareWords(question);
}

function use(
  tool: DemoTool,
  input: string,
  { tools }: DemoPrompt,
  texts: DemoTexts,
): DemoDecision {
  return tools.has(tool)
    ? { kind: "action", thought: texts.why[tool], tool, input }
    : answer(texts, texts.without[tool]);
}

function answer(texts: DemoTexts, text: string): DemoDecision {
  return { kind: "answer", thought: texts.why.answer, text };
}

/** The calculator gives the value alone, or a line that begins with `Error:`. */
function explainResult(
  { input, observation }: DemoStep,
  texts: DemoTexts,
): string {
  if (/^-?\d/.test(observation)) return texts.result(input, observation.trim());
  return texts.noResult(input, /^Error: (.+)/.exec(observation)?.[1]);
}

function explainFindings(
  { input, observation }: DemoStep,
  texts: DemoTexts,
): string {
  const result = readFirstResult(observation);
  if (result !== undefined) return texts.found(result);
  return /^nothing found/i.test(observation)
    ? texts.foundNothing(input)
    : texts.searchFailed(input, readSearchFailures(observation));
}

/** Whatever has only some of the words may be about something else: the search may know better. */
function useFindings(
  { input, observation }: DemoStep,
  prompt: DemoPrompt,
  texts: DemoTexts,
): DemoDecision {
  const { passage, isPartial } = readFirstPassage(observation);
  const subject = subjectOf(prompt);
  const canSearch = subject !== undefined && prompt.tools.has("search");
  if (canSearch && (passage === undefined || isPartial))
    return use("search", subject, prompt, texts);
  return answer(
    texts,
    passage === undefined ? texts.foundNothing(input) : texts.found(passage),
  );
}

function explainTime(
  { input, observation }: DemoStep,
  texts: DemoTexts,
): string {
  const moment = readMoment(observation);
  return moment === undefined ? texts.noTime(input) : texts.time(moment);
}

/** The newest statement counts, be it in the question itself. */
function recallName({ said }: DemoPrompt, texts: DemoTexts): string {
  const name = said.map(findName).findLast((found) => found !== undefined);
  return name === undefined ? texts.nameUnknown : texts.yourName(name);
}

function reply(question: string, texts: DemoTexts): string {
  const name = findName(question);
  if (name !== undefined) return texts.niceToMeetYou(name);
  const words = question.trim();
  if (texts.thanks.said.test(words)) return texts.thanks.reply;
  if (texts.farewell.said.test(words)) return texts.farewell.reply;
  if (texts.greeting.said.test(words)) return texts.greeting.reply;
  return texts.about;
}
