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
 * the answer, else unreadable with a reason that the model can act on. A plain name that is not among `tools` is still
 * an action, for the executor to refuse. Never throws; takes time linear in the reply's length.
 * @param isCut the reply was cut off at a length limit: what reaches to its end, and may not be whole, is unreadable
 */
export function readReply(
  text: string,
  { tools, isCut = false }: { tools: readonly string[]; isCut?: boolean },
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
