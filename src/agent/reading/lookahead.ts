import { parseJson } from "../../text/json.ts";
import type { TextReading } from "../styles/agent-style.ts";
import { dropReasoning, SPECIAL_TOKEN } from "./clean-reply.ts";
import {
  findFences,
  followFence,
  MAX_FENCES,
  type Fence,
} from "./find-code-blocks.ts";
import { MARK } from "./find-decision.ts";
import { findLabels, MAX_LABELS } from "./labels.ts";
import { parseLooseJson } from "./loose-json.ts";
import { readBeginning } from "./read-reply.ts";
import { ANY_MARKUP } from "./tidy-markup.ts";

export type Place = "label" | "object";

const MARKUP = new RegExp(ANY_MARKUP);
/** Stands for the answer; never occurs in replies. */
const STAND_IN = "\uE000";
/**
 * Continuations that change the meaning of a reply that is not yet decided:
 * they close open parts, or continue them.
 */
const CONTINUATIONS = [
  ...[
    "",
    " and so on",
    ".length",
    "</think>",
    '"} and so on',
    "'} and so on",
    '\n"}',
    "\nAction Input: one",
  ].map((closing, index) => `${closing}\nFinal Answer: another ${index}`),
  "\nAction Input: one",
  "\nAnswer: one",
];
/**
 * Work limit, in characters read: this many, plus a multiple of the reply's
 * length. Then waits until the reply has grown.
 */
const FREE_LENGTH = 60_000;
const MAX_TIMES = 4;
/** Minimum cost of reading a text. */
const MIN_LENGTH = 200;

interface Beginning {
  /**
   * Offset up to which the text is read. The text is sliced only on demand:
   * slicing costs its full length each time.
   */
  end: number;
  place: Place;
}

/**
 * Tells whether the current meaning of a partial reply is final, whatever
 * follows. Reads it as a complete reply with several continuations. Total work is linear in the reply's length.
 */
export function createLookahead(tools: readonly string[]) {
  let spent = 0;

  const mayRead = (length: number): boolean => {
    if (spent > FREE_LENGTH + MAX_TIMES * length) return false;
    spent += 2 * length;
    return true;
  };

  const read = (text: string, isCut = false): TextReading => {
    spent += Math.max(text.length, MIN_LENGTH);
    return readBeginning(text, { tools, isCut });
  };

  const isAnswer = (text: string): boolean => {
    const reading = read(text);
    return reading.kind === "finish" && reading.output.startsWith(STAND_IN);
  };

  const staysAnswer = (text: string): boolean =>
    CONTINUATIONS.every((next) => isAnswer(text + next));

  const stays = (text: string, reading: TextReading): boolean =>
    CONTINUATIONS.every(
      (next) => summarise(read(text + next)) === summarise(reading),
    );

  return {
    /** The answer starts here: after a label, or in a field of an object. */
    isAnswerDue(whole: string, { end, place }: Beginning): boolean {
      if (!mayRead(end)) return false;
      const head = whole.slice(0, end);
      const text = head + STAND_IN;
      if (place === "label") return opensNothing(head) && staysAnswer(text);
      const front = textBeforeField(head);
      if (front === undefined) return false;
      if (isBlank(front)) return isAnswer(`${text}"}`);
      return (
        opensNothing(front.replace(FENCES, "")) &&
        staysAnswer(`${text}"}`) &&
        staysAnswer(`${text}\nAction Input: one"}`) &&
        read(text).kind === "unreadable"
      );
    },

    /**
     * The reply is decided, either before a label or by an object that is
     * closed.
     */
    isSettled(whole: string, { end, place }: Beginning): boolean {
      if (!mayRead(end)) return false;
      const text = whole.slice(0, end);
      const reading = read(text, true);
      if (reading.kind === "unreadable") return false;
      if (place === "label") return isClosed(text) && stays(text, reading);
      const front = textBeforeObject(text);
      if (front === undefined) return false;
      return (
        isBlank(front) ||
        (isClosed(front.replace(FENCES, "")) && stays(text, reading))
      );
    },
  };
}

/** Excludes the model's own text, to which a closing fence may be added. */
function summarise(reading: TextReading): string {
  if (reading.kind === "unreadable") return reading.reason;
  if (reading.kind === "finish") return JSON.stringify(reading.output);
  const { tool, input, thought } = reading.action;
  return JSON.stringify([tool, input, thought]);
}

/**
 * An object's complete fields, up to the opening quote of the next value: their
 * meaning is final.
 */
const FIELDS =
  /\{\s*(?:"[\w -]{1,40}"\s*:\s*(?:"[^"\\]*(?:\\[^][^"\\]*)*"|[\w.+-]{1,40})\s*,\s*){1,20}"[\w -]{1,40}"\s*:\s*"$/;
/** The fence around an object; some models write two. */
const FENCES = /(?:`{3,}(?:json)?[ \t]*\n?\s*){1,2}$/;
const MAX_FRONT_LENGTH = 8_000;

/** The text before the object that has the last, unfinished field. */
function textBeforeField(head: string): string | undefined {
  if (head.length > MAX_FRONT_LENGTH) return undefined;
  const start = FIELDS.exec(head)?.index;
  return start === undefined ? undefined : head.slice(0, start);
}

function textBeforeObject(text: string): string | undefined {
  const end = text.replace(/[\s`]+$/, "");
  const start = [...end.matchAll(MARK)]
    .slice(0, MAX_OBJECTS)
    .find(({ index }) => parseJson(end.slice(index)) !== undefined)?.index;
  return start === undefined ? undefined : text.slice(0, start);
}

/** An object at the beginning of a reply certainly decides. */
function isBlank(front: string): boolean {
  return front.replace(FENCES, "").trim() === "";
}

/**
 * Closed, and free of special tokens, whose removal might leave something open.
 */
function opensNothing(reply: string): boolean {
  return (
    isClosed(reply) &&
    dropReasoning(reply).text.search(MARK) === -1 &&
    reply.search(SPECIAL_TOKEN) === -1 &&
    !MARKUP.test(reply)
  );
}

/** With more, the text counts as open. */
const MAX_OBJECTS = 20;

/**
 * Everything that the text opens is closed. False if a tag surrounds the whole,
 * or if the number of labels or fences comes near its limit.
 */
function isClosed(reply: string): boolean {
  const { text } = dropReasoning(reply);
  const fences = findFences(text);
  return (
    fences.reduce<Fence | undefined>(followFence, undefined) === undefined &&
    fences.length < MAX_FENCES / 2 &&
    findLabels(text).length < MAX_LABELS / 2 &&
    !/^[\s\u200B\u2060]*</.test(text) &&
    !holdsOpenObject(text)
  );
}

function holdsOpenObject(text: string): boolean {
  let from = 0;
  let objects = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (index < from) continue;
    if (mark !== "{" || ++objects > MAX_OBJECTS) return true;
    const json = parseLooseJson(text, index);
    if (json.kind === "cut" || (json.kind === "object" && !json.isClosed))
      return true;
    if (json.kind === "object") from = json.end;
  }
  return false;
}
