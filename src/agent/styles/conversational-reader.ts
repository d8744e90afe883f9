import {
  createJsonObjectReader,
  type JsonObjectReader,
} from "../json-object-reader.ts";
import { readReply } from "../reading/read-reply.ts";
import { createObjectFinder } from "./object-finder.ts";
import type { Reading, ReadingProgress, ReplyReader } from "./agent-style.ts";

const FINAL_ANSWER = /^final[ _-]?answer$/i;

/**
 * Reads `{"thought", "action", "action_input"}` as it is written, so that the final answer streams; what is not written
 * as it was asked for is read once it is whole.
 */
export function createConversationalReader({
  tools,
}: {
  tools: readonly string[];
}): ReplyReader {
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
    if (object === undefined || object.isDoubtful || !isFinal(object))
      return "";
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
      readWellFormed(object, {
        text,
        start: objectStart,
        end: objectEnd,
        tools,
      }) ?? readReply(text, { tools }),
  };
}

/** A label before the object may have decided already. */
const LABEL = /(?:action|answer|observation)\s*[:：]/i;

/** The format as it was asked for, which needs no interpretation; `undefined` for everything else. */
function readWellFormed(
  object: JsonObjectReader | undefined,
  {
    text,
    start,
    end,
    tools,
  }: { text: string; start: number; end: number; tools: readonly string[] },
): Reading | undefined {
  if (object?.state !== "closed" || LABEL.test(text.slice(0, start)))
    return undefined;
  if (object.isDoubtful) return undefined;

  const tool = object.field("action")?.value;
  const input = object.field("action_input")?.value;
  if (isFinal(object)) {
    const isText = typeof input === "string" && input.trim() !== "";
    return isText ? { kind: "finish", output: input } : undefined;
  }
  if (typeof tool !== "string" || !tools.includes(tool)) return undefined;
  const thought = object.field("thought")?.value;
  return {
    kind: "action",
    action: {
      tool,
      input: input ?? "",
      thought: typeof thought === "string" ? thought.trim() : "",
      text: text.slice(start, end),
    },
  };
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
