import type { TextReading } from "../styles/agent-style.ts";
import { dropReasoning } from "../reading/drop-reasoning.ts";
import { findFences, MAX_FENCES } from "../reading/find-code-blocks.ts";
import { holdsMark } from "../reading/find-decision.ts";
import { findLabels, MAX_LABELS } from "../reading/find-labels.ts";
import { readReply } from "../reading/read-reply.ts";

/** Tells whether what a reply means so far is what it will mean, whatever the model writes next. */
export interface Lookahead {
  /** The answer behind the label at the end of `head` is what the reply means. */
  isLabelledAnswerDue(head: string): boolean;
  /** The same for the text at the end of `head`, in the object that begins at `start`. */
  isJsonAnswerDue(head: string, options: { start: number }): boolean;
  /** The reply has been decided. */
  isSettled(text: string): boolean;
}

/** Stands for an answer; nobody writes it. */
const STAND_IN = "\uE000";
/** What makes another reply of one that was not decided, and each another one: they close what may be open. */
const CONTINUATIONS = [
  "",
  " and so on",
  ".length",
  "\n\n``````````",
  "\n\n~~~~~~~~~~",
  "</think>",
  '"} and so on',
  "'} and so on",
  "\nAction Input: none",
].map((closing, index) => `${closing}\nFinal Answer: another ${index}`);
/** Reading on speculation costs as much as reading; so much in a row, and so long a text, is worth it. */
const FREE_TRIES = 6;
const MAX_LENGTH = 128 * 1024;

/** Looks ahead a few times, then only when the text has doubled, so that all of it stays linear in the reply's length. */
export function createLookahead({
  tools,
}: {
  tools: readonly string[];
}): Lookahead {
  let tries = 0;
  let tried = 0;

  const mayTry = ({ length }: { length: number }): boolean => {
    const isDue = tries < FREE_TRIES || length >= 2 * tried;
    if (!isDue || length > MAX_LENGTH) return false;
    tries++;
    tried = length;
    return true;
  };

  const read = (text: string, isCut = false): TextReading =>
    readReply(text, { tools, isCut });

  const readAll = (text: string): TextReading[] =>
    CONTINUATIONS.map((next) => read(text + next));

  const isAnswer = (text: string): boolean =>
    readAll(text).every(
      (reading) =>
        reading.kind === "finish" && reading.output.startsWith(STAND_IN),
    );

  return {
    isLabelledAnswerDue: (head) =>
      mayTry(head) && isPlain(head) && isAnswer(head + STAND_IN),
    isJsonAnswerDue: (head, { start }) =>
      mayTry(head) &&
      isPlain(head.slice(0, start)) &&
      isAnswer(`${head}${STAND_IN}"}`) &&
      isAnswer(`${head}${STAND_IN}\nAction Input: none"}`) &&
      read(head + STAND_IN).kind === "unreadable",
    isSettled(text) {
      if (!mayTry(text)) return false;
      const whole = summarise(read(text, true));
      return readAll(text).every((reading) => summarise(reading) === whole);
    },
  };
}

/** Holds no object that may reach further, and not nearly as much as would be overlooked. */
function isPlain(head: string): boolean {
  const { text } = dropReasoning(head);
  return (
    !holdsMark(text) &&
    findLabels(text).length < MAX_LABELS / 2 &&
    findFences(text).length < MAX_FENCES / 2
  );
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
