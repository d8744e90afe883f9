import type { TextReading } from "../styles/agent-style.ts";
import { cleanReply } from "./clean-reply.ts";
import type { Decision } from "./decision.ts";
import { findDecision } from "./find-decision.ts";
import { readProse } from "./read-prose.ts";
import { readThought } from "./read-thought.ts";

/** Labels that a model wrote behind its thought, on the same line. */
const INLINE_LABEL =
  /(?<![ \t])[ \t]+(?=(?:Final Answer|Action|Action Input|Observation)[:：])/g;
const MAX_INLINE_LENGTH = 64 * 1024;

/** Said of a reply that ended at the length limit before it was whole. */
export const CUT_OFF =
  "It was cut off at the length limit. Write a shorter one.";

/**
 * What a whole reply means, in whatever format it was written: the first decisive action or final answer, else prose as
 * the answer, else unreadable. See `readReply`.
 */
export function readAnyFormat(
  text: string,
  { tools, isCut }: { tools: readonly string[]; isCut: boolean },
): TextReading {
  const clean = cleanReply(text);
  const isEndMissing = isCut && !clean.isEnded;
  const cutOff: TextReading = { kind: "unreadable", text, reason: CUT_OFF };
  const read = (source: string): TextReading | undefined => {
    const decision = findDecision(source, { tools, ...clean });
    if (decision === undefined) return undefined;
    return decision.isOpen === true && isEndMissing
      ? cutOff
      : toReading(decision, source, text);
  };

  const reading = read(clean.text);
  if (reading !== undefined) return reading;
  const prose = readProse(clean.text, { tools });
  if (prose.kind === "finish") return isEndMissing ? cutOff : prose;
  const lines = clean.text
    .slice(0, MAX_INLINE_LENGTH)
    .replaceAll(INLINE_LABEL, "\n");
  return read(lines) ?? (isEndMissing ? cutOff : { ...prose, text });
}

/** `source`: the text that the decision was found in. */
function toReading(
  decision: Decision,
  source: string,
  reply: string,
): TextReading {
  switch (decision.kind) {
    case "action":
      return readAction(source, decision);
    case "answer":
      return { kind: "finish", output: decision.output };
    case "unreadable":
      return { kind: "unreadable", text: reply, reason: decision.reason };
  }
}

function readAction(
  text: string,
  action: Extract<Decision, { kind: "action" }>,
): TextReading {
  const { tool, start, end, isNative = false } = action;
  const input = action.input ?? "";
  const before = text.slice(0, start);
  const thought = action.thought || readThought(before);
  const written = isNative
    ? `${thought}\n${JSON.stringify({ action: tool, action_input: input })}`
    : text.slice(0, end);
  return {
    kind: "action",
    action: { tool, input, thought, text: written.trim() },
  };
}
