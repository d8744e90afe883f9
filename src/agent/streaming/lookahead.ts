import { dropReasoning } from "../reading/clean-reply.ts";
import {
  type Fence,
  findFences,
  followFence,
  MAX_FENCES,
} from "../reading/find-code-blocks.ts";
import { findMarks } from "../reading/find-decision.ts";
import { findLabels, type Label, MAX_LABELS } from "../reading/labels.ts";
import { parseJson, parseLooseJson } from "../reading/loose-json.ts";
import { CUT_OFF, readBeginning } from "../reading/read-reply.ts";
import { MAX_STREAMED_LENGTH } from "./answer-text.ts";
import type { TextReading } from "../styles/agent-style.ts";

/**
 * Tells whether what a reply means so far is what it will mean, whatever the model writes next. All are asked of the
 * text up to `end`, which is cut out only where it is looked at: each cut of a text that grows costs all of its length.
 */
interface Lookahead {
  /** The answer after the label that ends there is what the reply means. */
  isLabelledAnswerDue(text: string, options: { end: number }): boolean;
  /** The same for the text that begins there, in the object that begins at `start`. */
  isJsonAnswerDue(
    text: string,
    options: { start: number; end: number },
  ): boolean;
  /** The reply has been decided, by the label that ends there. */
  isSettledByLabel(text: string, options: { end: number }): boolean;
  /** The reply has been decided, by the object that begins at `start`. */
  isSettledByObject(
    text: string,
    options: { start: number; end: number },
  ): boolean;
}

/** Represents an answer; nobody writes it. */
const STAND_IN = "\uE000";
/** What makes another reply of one that was not decided: it closes what may be open, or goes on with it. */
const CONTINUATIONS = [
  ...[
    "",
    " and so on",
    ".length",
    "</think>",
    '"} and so on',
    "'} and so on",
    "\nAction Input: one",
  ].map((closing, index) => `${closing}\nFinal Answer: another ${index}`),
  "\nAction Input: one",
  "\nAnswer: one",
];
/** So often it looks ahead however little has come since the last time. */
const FREE_TRIES = 6;
/** In longer texts it does not. */
const MAX_LENGTH = MAX_STREAMED_LENGTH;
const MAX_OBJECTS = 20;

/**
 * Reads what was written so far, where that is not evident with several continuations. It does so a few times, then only
 * when the text has doubled, so that all of it stays linear in the reply's length.
 */
export function createLookahead({
  tools,
}: {
  tools: readonly string[];
}): Lookahead {
  let tries = 0;
  let tried = 0;

  const mayTry = (length: number): boolean => {
    const isDue = tries < FREE_TRIES || length >= 2 * tried;
    if (!isDue || length > MAX_LENGTH) return false;
    tries++;
    tried = length;
    return true;
  };

  const read = (text: string): TextReading => readBeginning(text, { tools });

  const isAnswer = (text: string): boolean => {
    const reading = read(text);
    return reading.kind === "finish" && reading.output.startsWith(STAND_IN);
  };

  const staysAnswer = (text: string): boolean =>
    CONTINUATIONS.every((next) => isAnswer(text + next));

  const stays = (
    text: string,
    reading: TextReading,
    continuations = CONTINUATIONS,
  ): boolean => {
    const expected = summarise(reading);
    return continuations.every(
      (next) => summarise(read(text + next)) === expected,
    );
  };

  /** `undefined` where the reading would need what follows. */
  const readWhole = (text: string): TextReading | undefined => {
    const reading = readBeginning(text, { tools, isCut: true });
    const isOpen = reading.kind === "unreadable" && reading.reason === CUT_OFF;
    return isOpen ? undefined : reading;
  };

  return {
    isLabelledAnswerDue(whole, { end }) {
      if (!mayTry(end)) return false;
      const head = whole.slice(0, end);
      const text = head + STAND_IN;
      return isEvident(head)
        ? isAnswer(text)
        : isClosed(head, { maxObjects: 0 }) && staysAnswer(text);
    },

    isJsonAnswerDue(whole, { start, end }) {
      if (!mayTry(end)) return false;
      const head = whole.slice(0, end);
      const front = head.slice(0, start);
      const text = head + STAND_IN;
      if (isEvidentBeforeObject(front)) return isAnswer(`${text}"}`);
      return (
        isClosed(dropOpeningFence(front), { maxObjects: 0 }) &&
        staysAnswer(`${text}"}`) &&
        staysAnswer(`${text}\nAction Input: one"}`) &&
        read(text).kind === "unreadable"
      );
    },

    isSettledByLabel(whole, { end }) {
      if (!mayTry(end)) return false;
      const text = whole.slice(0, end);
      const reading = readWhole(text);
      if (reading === undefined) return false;
      return reading.kind === "action" && isEvident(text)
        ? stays(text, reading, CONTINUATIONS.slice(0, 1))
        : isClosed(text, { maxObjects: MAX_OBJECTS }) && stays(text, reading);
    },

    isSettledByObject(whole, { start, end }) {
      if (!mayTry(end)) return false;
      const text = whole.slice(0, end);
      const reading = readWhole(text);
      if (reading === undefined) return false;
      const front = text.slice(0, start);
      const isSure =
        reading.kind !== "unreadable" &&
        isEvidentBeforeObject(front) &&
        parseJson(text.slice(start)) !== undefined;
      return (
        isSure ||
        (isClosed(dropOpeningFence(front), { maxObjects: MAX_OBJECTS }) &&
          stays(text, reading))
      );
    },
  };
}

/** Without the model's own text, which may still get the fence that closes it. */
function summarise(reading: TextReading): string {
  switch (reading.kind) {
    case "action": {
      const { tool, input, thought } = reading.action;
      return JSON.stringify([tool, input, thought]);
    }
    case "finish":
      return JSON.stringify(reading.output);
    case "unreadable":
      return reading.reason;
  }
}

/** The fence around an object; some models write two. */
const FENCES = /(?:`{3,}(?:json)?[ \t]*\n?\s*){1,2}$/;
const FENCE_LINE = /(?:^|\n)[ \t]*`{3,}(?:json)?[ \t]*\n\s*$/;

/** The text without the fence around the object that follows it. */
function dropOpeningFence(text: string): string {
  return text.slice(0, -200) + text.slice(-200).replace(FENCES, "");
}

/** Whether, whatever follows, the object after the text decides, if it is one of the formats. */
function isEvidentBeforeObject(text: string): boolean {
  const head = text.replace(FENCE_LINE, "\n");
  if (head.trim() === "") return true;
  if (!isEvident(head)) return false;
  const labels = findLabels(`${head}{`);
  const valueStart = labels.at(-1)?.valueStart ?? 0;
  const lineStart = Math.max(valueStart, head.lastIndexOf("\n") + 1);
  return (
    labels.length > 0 &&
    labels.every((label) => leavesDecision(label, head)) &&
    head.slice(lineStart).trim() === ""
  );
}

function leavesDecision({ kind, valueStart }: Label, head: string): boolean {
  if (kind === "action") return head.slice(valueStart).trim() === "";
  return kind === "thought" || kind === "observation" || kind === "question";
}

/** Opens what something that follows may close: an object, a tag, a block of code. */
const OPENING = /[{<~`◁]|\[(?:TOOL_CALLS|\/?THINK|\/?INST)\]/i;
const MAX_EVIDENT_LENGTH = 4_000;

/**
 * Whether a text has the form of its format from the beginning on, and opens nothing: then no continuation changes what
 * its labels decide.
 */
function isEvident(text: string): boolean {
  if (text.length > MAX_EVIDENT_LENGTH || OPENING.test(text)) return false;
  const labels = findLabels(text);
  const start = labels[0]?.start;
  return (
    start !== undefined &&
    text.slice(0, start).trim() === "" &&
    labels.length < MAX_LABELS / 2
  );
}

/**
 * Whether all that the text opens is closed: no object reaches further, no block of code may yet hide a label. A text in
 * a tag around the whole is not, nor one with nearly as many labels and fences as are overlooked.
 * @param maxObjects with more, it is not looked at how far they reach
 */
function isClosed(
  reply: string,
  { maxObjects }: { maxObjects: number },
): boolean {
  const { text } = dropReasoning(reply);
  const fences = findFences(text);
  const open = fences.reduce<Fence | undefined>(followFence, undefined);
  return (
    open === undefined &&
    fences.length < MAX_FENCES / 2 &&
    findLabels(text).length < MAX_LABELS / 2 &&
    !/^[\s\u200B\u2060]*</.test(text) &&
    !holdsOpenObject(text, maxObjects)
  );
}

function holdsOpenObject(text: string, maxObjects: number): boolean {
  const marks = findMarks(text, { limit: maxObjects + 1 });
  let from = 0;
  return (
    marks.length > maxObjects ||
    marks.some((mark) => {
      if (mark < from) return false;
      if (text.charAt(mark) !== "{") return true;
      const json = parseLooseJson(text, mark);
      if (json.kind === "object") from = json.end;
      return json.kind === "cut" || (json.kind === "object" && !json.isClosed);
    })
  );
}
