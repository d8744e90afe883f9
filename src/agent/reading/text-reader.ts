import type { ReadingProgress, ReplyReader } from "../styles/agent-style.ts";
import { createAnswerStream } from "./answer-stream.ts";
import { REASONING_NAMES } from "./clean-reply.ts";
import { createJsonTextStream } from "./json-text-stream.ts";
import { createLabelFinder, type FoundLabel } from "./label-finder.ts";
import { createLookahead, type Place } from "./lookahead.ts";
import { createMarkupGuard } from "./markup-guard.ts";
import { readReply } from "./read-reply.ts";

/**
 * Takes a chunk; returns newly known text of the answer, the unprocessed rest,
 * and the stage for all further text.
 */
type Stage = (piece: string) => {
  readonly answer?: string;
  readonly rest?: string;
  readonly next?: Stage;
};

/** The rest of a longer reply is returned only at its end. */
const MAX_STREAMED_LENGTH = 128 * 1024;
const REASONING = new RegExp(
  `^(?:<(?:${REASONING_NAMES})>|◁think▷|\\[THINK\\])`,
  "i",
);
const REASONING_BEGINNING = /^(?:<[a-z:]{0,10}|◁[a-z]{0,5}|\[[a-z]{0,5})?$/i;
const REASONING_END = new RegExp(
  `</(?:${REASONING_NAMES})>|◁/think▷|\\[/THINK\\]`,
  "i",
);
const MAX_TAG = 20;
const INPUT_KEY = /"action[ _-]?input"\s{0,99}:\s{0,99}"/i;
const MAX_KEY = 60;
/** The fence and tag that may close an object after its decision. */
const CLOSING = /^[`\s]*(?:<(?:\/\w{0,20}>?)?)?[`\s]*$/;

/**
 * Reads a text reply in any format. The complete reply is interpreted once, by
 * `readReply`; the answer streams as soon as `createLookahead` confirms that it
 * has begun.
 * @param streamsProse see `AgentStyle`; `at-once`: does not wait for a sentence
 */
export function createTextReader({
  tools,
  streamsProse = false,
  clock = Date.now,
}: {
  tools: readonly string[];
  streamsProse?: boolean | "at-once";
  clock?: () => number;
}): ReplyReader {
  const lookahead = createLookahead(tools);
  const toLineFeeds = createLineFeeds();
  let findLabel = createLabelFinder();
  let reply = "";
  /** The part of the reply that was processed. */
  let text = "";
  let state: ReadingProgress["state"] = "open";
  let hasAnswered = false;
  let hasAction = false;
  /** The end of the searched text, where a key may have begun. */
  let tail = "";

  const begin: Stage = (piece) => {
    tail = (tail + piece).trimStart();
    if (REASONING_BEGINNING.test(tail)) return {};
    const rest = tail;
    tail = "";
    if (REASONING.test(rest)) return { rest, next: skipReasoning };
    return { rest, next: streamsProse === false ? search : readProse(rest) };
  };

  const skipReasoning: Stage = (piece) => {
    tail += piece;
    const end = REASONING_END.exec(tail);
    const rest = end && tail.slice(end.index + end[0].length);
    tail = rest === null ? tail.slice(-MAX_TAG) : "";
    return rest === null ? {} : { rest, next: begin };
  };

  const search: Stage = (piece) => {
    const part = /^[^\n]*\n?/.exec(piece)?.[0] ?? "";
    const next = piece.slice(part.length);
    const found = findLabel(part);
    if (found.label !== undefined) {
      tail = "";
      const length = found.rest.length + next.length;
      // Slices instead of concatenating if possible: concatenation costs the
      // full length.
      const rest =
        length > piece.length
          ? found.rest + next
          : piece.slice(-length || piece.length);
      return { rest, next: meetLabel(found.label, rest) };
    }
    const line = tail + part;
    tail = line.slice(-MAX_KEY);
    const key = part.includes('"') ? INPUT_KEY.exec(line) : null;
    if (key === null) return { rest: next };
    tail = "";
    const rest = line.slice(key.index + key[0].length) + next;
    return isAnswerDue(rest, "object")
      ? { rest, next: readText() }
      : { rest: next };
  };

  const isAnswerDue = (rest: string, place: Place): boolean =>
    !hasAnswered &&
    lookahead.isAnswerDue(text, { end: text.length - rest.length, place });

  const isSettled = (rest: string, place: Place): boolean =>
    lookahead.isSettled(text, { end: text.length - rest.length, place });

  const meetLabel = ({ kind, isListed }: FoundLabel, rest: string): Stage => {
    const isAnswer = kind === "final" || kind === "answer";
    if (isAnswer && isAnswerDue(rest, "label")) return readAnswer({ isListed });
    const isNextStep = kind !== "action" && kind !== "input";
    const mayBeSettled = hasAnswered || (hasAction && isNextStep);
    if (mayBeSettled && isSettled(rest, "label")) {
      state = "overrun";
      return ignore;
    }
    hasAction ||= kind === "action";
    return search;
  };

  const readAnswer = (options: { isListed: boolean }): Stage => {
    const push = createAnswerStream({ findLabel, ...options });
    return (piece) => {
      const { answer, end } = push(piece);
      hasAnswered ||= answer !== "" || end !== undefined;
      return end === undefined ? { answer } : { answer, ...goOn(end) };
    };
  };

  const goOn = ({ label, rest }: { label?: FoundLabel; rest: string }) => ({
    rest,
    next: label === undefined ? search : meetLabel(label, rest),
  });

  /** Searches the same text again if it is no prose. */
  const readProse = (whole: string): Stage => {
    const start = text.length - whole.length;
    const push = createAnswerStream({
      findLabel,
      prose: streamsProse === "at-once" ? "at-once" : { tools, clock },
    });
    return (piece) => {
      const { answer, end } = push(piece);
      hasAnswered ||= answer !== "";
      if (end === undefined) return { answer };
      if (hasAnswered) return { answer, ...goOn(end) };
      findLabel = createLabelFinder();
      return { rest: text.slice(start), next: search };
    };
  };

  const readText = (): Stage => {
    const guard = createMarkupGuard();
    const push = createJsonTextStream();
    return (piece) => {
      const { clear, kept, isStop } = guard(piece);
      const { answer, rest } = push(clear);
      const isOver = isStop || rest !== undefined;
      hasAnswered ||= answer !== "" || isOver;
      return isOver
        ? { answer, rest: (rest ?? "") + kept, next: search }
        : { answer };
    };
  };

  const ignore: Stage = () => ({});

  let stage = begin;

  const read = (piece: string): string => {
    let answer = "";
    let rest = piece;
    while (rest !== "") {
      const step = stage(rest);
      answer += step.answer ?? "";
      rest = step.rest ?? "";
      stage = step.next ?? stage;
    }
    return answer;
  };

  /** A closing brace may complete the decision. */
  const settle = (piece: string): void => {
    let after = piece;
    if (state === "open" && piece.includes("}")) {
      hasAction = true;
      if (stage !== search || !isSettled("", "object")) return;
      state = "decided";
      tail = "";
      after = piece.slice(piece.lastIndexOf("}") + 1);
    }
    if (state !== "decided") return;
    tail += after;
    if (!CLOSING.test(tail)) state = "overrun";
  };

  return {
    push(piece) {
      const room = Math.max(0, MAX_STREAMED_LENGTH - reply.length);
      reply += piece;
      const known = toLineFeeds(piece.slice(0, room));
      text += known;
      const answer = state === "open" ? read(known) : "";
      settle(known);
      return { answer, state };
    },
    end: ({ isCut }) => readReply(reply, { tools, isCut }),
  };
}

/**
 * Normalizes the line ends of a chunked text to `\n`. Holds back a trailing
 * carriage return.
 */
function createLineFeeds(): (piece: string) => string {
  let isReturnDue = false;
  return (piece) => {
    const text = isReturnDue ? `\r${piece}` : piece;
    isReturnDue = text.endsWith("\r");
    const known = isReturnDue ? text.slice(0, -1) : text;
    return known.replaceAll(/\r\n?/g, "\n");
  };
}
