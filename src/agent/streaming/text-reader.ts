import { endsAnswer } from "../reading/find-decision.ts";
import type { LabelKind } from "../reading/label-names.ts";
import { readReply } from "../reading/read-reply.ts";
import type { ReadingProgress, ReplyReader } from "../styles/agent-style.ts";
import { createAnswerLines } from "./answer-lines.ts";
import {
  createAnswerText,
  createLineFeeds,
  MAX_STREAMED_LENGTH,
} from "./answer-text.ts";
import { createJsonAnswer } from "./json-answer.ts";
import { createJsonObjectReader } from "./json-object-reader.ts";
import { createLandmarkFinder } from "./landmark-finder.ts";
import { createLookahead } from "./lookahead.ts";
import { createMarkupSplitter, type Markup } from "./split-markup.ts";

/** Takes a piece of the text; gives what it knows of the answer, and what takes the rest and all that follows. */
type Stage = (piece: string) => {
  readonly answer?: string;
  readonly rest?: string;
  readonly next: Stage;
};

/**
 * Reads a reply in text, in whichever format the model writes it. The final answer in an object or after a label is
 * handed out while it is written, as far as nothing that follows can change it. What the reply means is read from all of
 * it, once; a few times more where a decision may be complete, to know whether the rest is still needed.
 */
export function createTextReader({
  tools,
}: {
  tools: readonly string[];
}): ReplyReader {
  const toLineFeeds = createLineFeeds();
  const split = createMarkupSplitter();
  const finder = createLandmarkFinder();
  const lookahead = createLookahead({ tools });
  let reply = "";
  /** The reply as far as it has been split. */
  let text = "";
  let state: ReadingProgress["state"] = "open";
  let hasAction = false;

  const search: Stage = (piece) => {
    const landmark = finder.push(piece);
    if (landmark === undefined) return { next: search };
    const { rest } = landmark;
    const at = text.length - rest.length;
    const next =
      landmark.kind === "object" ? readObject(at) : meetLabel(landmark, at);
    return { rest, next };
  };

  const meetLabel = (
    {
      label,
      line,
      isListed,
    }: { label: LabelKind; line: string; isListed: boolean },
    at: number,
  ): Stage => {
    const isAnswer = label === "final" || label === "answer";
    if (isAnswer && lookahead.isLabelledAnswerDue(text, { end: at }))
      // A role's name may stand in front of the format.
      return readAnswer(label === "final" ? line : "", { isListed });
    const isNextStep = label !== "action" && label !== "input";
    const mayBeSettled = hasAction && isNextStep;
    if (mayBeSettled && lookahead.isSettledByLabel(text, { end: at })) {
      state = "overrun";
      return ignore;
    }
    hasAction ||= label === "action";
    return search;
  };

  const readAnswer = (
    line: string,
    { isListed }: { isListed: boolean },
  ): Stage => {
    const handOut = createAnswerText({ isLabelled: true });
    const lines = createAnswerLines({
      line,
      isListed,
      ends: endsAnswer,
      needsNext: (kind) => kind === "action" || kind === "question",
    });
    let isAnswer = false;
    const read: Stage = (piece) => {
      const answer = handOut(lines.push(piece));
      isAnswer ||= answer !== "";
      if (lines.state === "ended" && isAnswer) state = "overrun";
      return { answer, next: lines.state === "open" ? read : ignore };
    };
    return read;
  };

  const readObject = (at: number): Stage => {
    const object = createJsonObjectReader();
    const handOut = createJsonAnswer({
      object,
      tools,
      isDue: (start) =>
        lookahead.isJsonAnswerDue(text, { start: at, end: at + start }),
    });
    const read: Stage = (piece) => {
      const rest = piece.slice(object.push(piece));
      const answer = handOut();
      if (object.state === "open") return { answer, next: read };
      hasAction = true;
      const end = text.length - rest.length;
      const isDecided =
        object.state === "closed" &&
        lookahead.isSettledByObject(text, { start: at, end });
      if (!isDecided) return { answer, rest, next: search };
      state = "decided";
      return { answer, rest, next: waitForMore };
    };
    return read;
  };

  const waitForMore: Stage = (piece) => {
    if (/[^\s`]/.test(piece)) state = "overrun";
    return { next: waitForMore };
  };

  const ignore: Stage = () => ({ next: ignore });

  let stage = search;

  const readText = (piece: string): string => {
    let answer = "";
    let rest = piece;
    while (rest !== "") {
      const step = stage(rest);
      answer += step.answer ?? "";
      rest = step.rest ?? "";
      stage = step.next;
    }
    return answer;
  };

  const read = (markup: Markup): string => {
    text += markup.text;
    switch (markup.kind) {
      case "text":
      case "call":
        return readText(markup.text);
      case "reasoning":
        if (stage === search)
          return finder.pushTag(markup) ? "" : readText(markup.text);
        // After a decision the closing tag is just text.
        if (markup.isClosing) return readText(markup.text);
        stage = ignore;
        return "";
      case "token":
        stage = ignore;
        return "";
    }
  };

  return {
    push(piece) {
      const room = Math.max(0, MAX_STREAMED_LENGTH - reply.length);
      reply += piece;
      if (room === 0) return { answer: "", state };
      const answer = split(toLineFeeds(piece.slice(0, room)))
        .map(read)
        .join("");
      return { answer, state };
    },
    end: ({ isCut }) => readReply(reply, { tools, isCut }),
  };
}
