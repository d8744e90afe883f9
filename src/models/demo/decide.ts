import { NOTHING_FOUND, parseFirstResult } from "../../tools/search/results.ts";
import type { Prompt } from "../../types/model.ts";
import { asksForName, findName, findSubject, findSum } from "./questions.ts";
import { readPrompt, type Said } from "./read-prompt.ts";
import { chinese, english, type DemoTexts } from "./texts.ts";

/** The tool to call with `text`; `undefined` if `text` is the answer. */
export interface Decision {
  readonly thought: string;
  readonly tool?: string;
  readonly text: string;
}

interface Step {
  readonly tool: string;
  readonly input: string;
  readonly observation: string;
}

/**
 * Decides again what it decided before each result, which is simpler than
 * reading its own replies.
 */
export function decide(prompt: Prompt): Decision {
  const { said, tools, observations, isAtLimit } = readPrompt(prompt);
  let step: Step | undefined;
  for (const observation of observations) {
    const { tool, text } = decideNext(said, tools, step);
    if (tool !== undefined) step = { tool, input: text, observation };
  }
  return decideNext(said, isAtLimit ? new Set() : tools, step);
}

/** Questions come early in a message; searching more is not worth the time. */
const MAX_LENGTH = 300;
const NOBODY: Said = { speaker: "", words: "" };

function decideNext(
  said: readonly Said[],
  tools: ReadonlySet<string>,
  step: Step | undefined,
): Decision {
  const { speaker, ...question } = said.at(-1) ?? NOBODY;
  const words = question.words.slice(0, MAX_LENGTH).trim();
  const latest = said.findLast((one) => /\p{L}/u.test(one.words))?.words ?? "";
  const texts = /\p{Script=Han}/u.test(latest) ? chinese : english;
  const { thought } = texts;
  const answer = (text: string): Decision => ({ thought, text });
  const offers = Object.entries(texts.offers).filter(([name]) =>
    tools.has(name),
  );
  const about = answer(texts.about(offers.map(([, offer]) => offer)));
  const use = (tool: string, text: string): Decision =>
    tools.has(tool) ? { thought, tool, text } : about;

  const sum = findSum(words);
  const subject = findSubject(words);
  // The library says so if it has nothing, or only a part of the words.
  const isMissed =
    step?.tool === "library" && !step.observation.startsWith("1. ");
  if (isMissed && subject !== undefined && tools.has("search"))
    return use("search", subject);
  if (isMissed) return answer(texts.foundNothing(step.input));
  if (step !== undefined) return answer(explainStep(step, texts));
  if (sum !== undefined) return use("calculator", sum);
  if (asksForName(words)) {
    const name = said
      .filter((one) => one.speaker === speaker)
      .map((one) => findName(one.words))
      .findLast((found) => found !== undefined);
    return answer(name === undefined ? texts.noName : texts.name(name));
  }
  const isQuestion = subject !== undefined || /[?？]$/.test(words);
  if (isQuestion && tools.has("library")) return use("library", words);
  if (subject !== undefined) return use("search", subject);
  const name = findName(words);
  return name === undefined ? about : answer(texts.hello(name));
}

function explainStep(
  { tool, input, observation }: Step,
  texts: DemoTexts,
): string {
  if (tool === "calculator") {
    const value = observation.trim();
    // Keeps Markdown from reading `2*3*4` as emphasis.
    const sum = input.replaceAll(/ ?\* ?/g, " * ");
    return /^[-\d[]/.test(value)
      ? texts.result(sum, value)
      : texts.noResult(sum, value.replace(/^\w+: /, ""));
  }
  const found = parseFirstResult(observation);
  if (found === undefined)
    return observation.startsWith(NOTHING_FOUND)
      ? texts.foundNothing(input)
      : texts.noSearch(input);
  const { title, text, url } = found;
  const source = url === undefined ? title : `${title}, ${url}`;
  return `${withWholeCode(text)}\n\n${texts.source(source)}`.trim();
}

/** Passages may begin or end within a code block. */
function withWholeCode(text: string): string {
  const isWhole = (text.match(/^ *```/gm)?.length ?? 0) % 2 === 0;
  if (isWhole) return text;
  return text.startsWith("…") ? `\`\`\`\n${text}` : `${text}\n\`\`\``;
}
