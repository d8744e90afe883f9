import { segmentText } from "../../text.ts";
import { parseTime } from "../../tools/current-time/current-time-tool.ts";
import {
  isResultList,
  NOTHING_FOUND,
  parseFirstResult,
} from "../../tools/search/results.ts";
import { chinese } from "./chinese.ts";
import { english, type DemoTexts, type DemoTool } from "./english.ts";
import {
  asksForLastMessage,
  asksForName,
  findConversion,
  findName,
  findSubject,
  findSum,
  findTimeQuestion,
  isQuestion,
} from "./questions.ts";

/** What the model extracts from its prompt. */
export interface Situation {
  /** The user's messages, oldest first; the last one is the question. */
  readonly said: readonly string[];
  readonly tools: ReadonlySet<string>;
  readonly lastStep: Step | undefined;
}

export interface Step {
  readonly tool: string;
  readonly input: string;
  readonly observation: string;
}

export interface Decision {
  readonly thought: string;
  /**
   * The tool to call with `text` as its input; `undefined` if `text` is the
   * answer.
   */
  readonly tool?: DemoTool;
  readonly text: string;
}

export function decide({ said, tools, lastStep }: Situation): Decision {
  const question = said.at(-1) ?? "";
  const texts = findTexts(said);
  const answer = (text: string): Decision => ({
    thought: texts.why.answer,
    text,
  });
  const use = (tool: DemoTool, text: string): Decision =>
    tools.has(tool)
      ? { thought: texts.why[tool], tool, text }
      : answer(texts.without[tool]);
  const subject = findSubject(question);

  // Text before the library's results means that none fits well: try the
  // search.
  const isUnsure =
    lastStep?.tool === "library" && !isResultList(lastStep.observation);
  if (isUnsure && subject !== undefined && tools.has("search"))
    return use("search", subject);
  const outcome = lastStep && explainStep(lastStep, question, texts);
  if (outcome !== undefined) return answer(outcome);

  const place = findTimeQuestion(question);
  if (place !== undefined) return use("current_time", place);
  const sum = findConversion(question) ?? findSum(question);
  if (sum !== undefined) return use("calculator", sum);
  if (asksForName(question)) {
    // The latest name, perhaps from the question itself.
    const name = said.map(findName).findLast((found) => found !== undefined);
    return answer(
      name === undefined ? texts.nameUnknown : texts.yourName(name),
    );
  }
  if (asksForLastMessage(question)) {
    const last = said.at(-2);
    return answer(last === undefined ? texts.saidNothing : texts.youSaid(last));
  }
  if (tools.has("library") && isQuestion(question))
    return use("library", question.trim());
  if (subject !== undefined) return use("search", subject);
  const name = findName(question);
  return answer(
    name === undefined
      ? talk(question.trim(), { texts, tools })
      : texts.niceToMeetYou(name),
  );
}

/** A name that users of any language may look up: “Ada Lovelace”. */
const NAME = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u;

/**
 * Chinese if the latest message with words has Chinese characters, else
 * English. Numbers and names alone do not change the language.
 */
function findTexts(said: readonly string[]): DemoTexts {
  const words =
    said.findLast((text) => /\p{L}/u.test(text) && !NAME.test(text.trim())) ??
    "";
  return /\p{Script=Han}/u.test(words) ? chinese : english;
}

function talk(
  words: string,
  { texts, tools }: { texts: DemoTexts; tools: ReadonlySet<string> },
): string {
  const offers = Object.entries(texts.offers).flatMap(([tool, offer]) =>
    tools.has(tool) ? [offer] : [],
  );
  const courtesy = texts.courtesies.find(({ said }) => said.test(words));
  return courtesy === undefined
    ? texts.about(offers)
    : courtesy.reply(offers.map(({ example }) => example));
}

function explainStep(
  step: Step,
  question: string,
  texts: DemoTexts,
): string | undefined {
  switch (step.tool) {
    case "calculator":
      return explainResult(step, question, texts);
    case "current_time": {
      const moment = parseTime(step.observation);
      return moment ? texts.time(moment) : texts.noTime(step.input);
    }
    case "search":
    case "library":
      return explainFindings(step, texts);
  }
  return undefined;
}

/** The calculator's observation is either a value or a labelled error. */
function explainResult(
  { input, observation }: Step,
  question: string,
  texts: DemoTexts,
): string {
  const value = observation.trim();
  if (!/^[-\d[]/.test(value))
    return texts.noResult(input, /^\w+: (.+)/.exec(value)?.[1]);
  if (findConversion(question) === undefined)
    return texts.result({ expression: input, value });
  const [expression = "", unit = ""] = input.split(" to ");
  return texts.result({ expression, value: `${value.split(" ")[0]} ${unit}` });
}

function explainFindings(
  { tool, input, observation }: Step,
  texts: DemoTexts,
): string {
  const found = parseFirstResult(observation);
  if (found !== undefined) {
    const text =
      tool === "library"
        ? closeCode(found.text)
        : firstSentences(found.text.replaceAll("\n", " "), 2);
    return texts.found({ ...found, text });
  }
  return tool === "library" || observation.startsWith(NOTHING_FOUND)
    ? texts.foundNothing(input)
    : texts.searchFailed(input, firstSentences(observation, 1));
}

/** Closes a code block that was truncated. */
function closeCode(text: string): string {
  const marks = text.match(/^ *```/gm)?.length ?? 0;
  return marks % 2 === 0 ? text : `${text}\n\`\`\``;
}

function firstSentences(text: string, count: number): string {
  const sentences = segmentText(text, {
    granularity: "sentence",
    language: "en",
  });
  return Array.from(sentences, ({ segment }) => segment)
    .slice(0, count)
    .join("")
    .trim();
}
