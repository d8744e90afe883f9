import {
  createJsonObjectReader,
  type JsonObjectReader,
} from "../json-object-reader.ts";
import { createObjectFinder } from "./object-finder.ts";
import type { Reading, ReadingProgress, ReplyReader } from "./agent-style.ts";

const FINAL_ANSWER = /^final[ _-]?answer$/i;
const REASONING = /<think>[\s\S]*?(?:<\/think>|$)/g;

/**
 * Reads `{"thought", "action", "action_input"}` as it is written, fenced or not, prose and reasoning around it. The
 * first such object decides. A reply without one is an answer in prose.
 */
export function createConversationalReader(): ReplyReader {
  const findObject = createObjectFinder();
  let text = "";
  let object: JsonObjectReader | undefined;
  let objectStart = 0;
  let objectEnd = 0;
  /** How much of the final answer has been handed out. */
  let handedOut = 0;

  const beginObject = (): void => {
    const start = findObject(text);
    if (start === undefined) return;
    object = createJsonObjectReader();
    objectStart = start;
    objectEnd = start + object.push(text.slice(start));
  };

  const newAnswerText = (): string => {
    if (object === undefined || !isFinal(object)) return "";
    const input = object.field("action_input");
    if (typeof input?.value !== "string") return "";
    const known = input.isComplete
      ? input.value
      : withoutHalfCharacter(input.value);
    const fresh = known.slice(handedOut);
    handedOut = known.length;
    return fresh;
  };

  const progressState = (): ReadingProgress["state"] => {
    if (object?.state !== "closed") return "open";
    return /^[\s`]*$/.test(text.slice(objectEnd)) ? "decided" : "overrun";
  };

  return {
    push(piece) {
      text += piece;
      if (object === undefined) beginObject();
      else if (object.state === "open") objectEnd += object.push(piece);
      return { answer: newAnswerText(), state: progressState() };
    },
    end: () =>
      object === undefined
        ? readProse(text)
        : readObject(object, text, objectStart, objectEnd),
  };
}

function readObject(
  object: JsonObjectReader,
  text: string,
  start: number,
  end: number,
): Reading {
  const action = object.field("action");
  const input = object.field("action_input");
  if (object.state === "broken")
    return { kind: "unreadable", text, reason: "The JSON object is broken." };
  if (
    object.state === "open" &&
    (action?.isComplete !== true || input?.isComplete !== true)
  ) {
    return { kind: "unreadable", text, reason: "The JSON object was cut off." };
  }
  if (typeof action?.value !== "string" || action.value.trim() === "") {
    return {
      kind: "unreadable",
      text,
      reason: 'The JSON object has no "action".',
    };
  }
  if (isFinal(object)) return finishWith(input?.value, text);
  return {
    kind: "action",
    action: {
      tool: action.value.trim(),
      input: input?.value ?? "",
      thought: thoughtOf(object, text.slice(0, start)),
      text: text.slice(start, end),
    },
  };
}

function finishWith(value: unknown, text: string): Reading {
  const output =
    typeof value === "string"
      ? value
      : value == null
        ? ""
        : JSON.stringify(value);
  return output.trim() === ""
    ? { kind: "unreadable", text, reason: "The final answer is empty." }
    : { kind: "finish", output };
}

function readProse(text: string): Reading {
  const prose = text.replaceAll(REASONING, "").trim();
  if (prose === "")
    return { kind: "unreadable", text, reason: "The reply is empty." };
  // Too short to tell what it was meant to be: an object that was cut off before its first key.
  if (/^(?:```(?:json)?\s*)?\{\s*"?\w*$/.test(prose)) {
    return { kind: "unreadable", text, reason: "The JSON object was cut off." };
  }
  return { kind: "finish", output: prose };
}

function thoughtOf(object: JsonObjectReader, before: string): string {
  const thought = object.field("thought")?.value;
  if (typeof thought === "string") return thought.trim();
  return before
    .replaceAll(REASONING, "")
    .replace(/```(?:json)?\s*$/, "")
    .replace(/^\s*thought:\s*/i, "")
    .trim();
}

function isFinal(object: JsonObjectReader): boolean {
  const action = object.field("action");
  return (
    action?.isComplete === true &&
    typeof action.value === "string" &&
    FINAL_ANSWER.test(action.value.trim())
  );
}

/** A text that is still being written may end in the first half of a surrogate pair. */
function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
