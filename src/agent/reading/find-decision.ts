import { readActionObject } from "./action-object.ts";
import { findCodeBlocks } from "./find-code-blocks.ts";
import { findStepLabels } from "./find-step-labels.ts";
import type { LabelKind } from "./label-names.ts";
import { readLabelledAction } from "./labelled-action.ts";
import {
  decided,
  dropUnpairedMark,
  noneBecause,
  REPEATS_EXAMPLE,
  type Decision,
  type Label,
  type LabelFinding,
  type LabelPlace,
} from "./labels.ts";
import { parseLooseJson } from "./loose-json.ts";
import {
  NATIVE_CALL_START,
  readObjectAt,
  type ObjectFinding,
} from "./object-decision.ts";
import { isExampleAnswer } from "./resolve-tool.ts";

/**
 * A reply with more objects before its decision follows no format. Each failing
 * object may cost a scan of the whole reply.
 */
const MAX_OBJECTS = 100;
const MAX_FAILED_OBJECTS = 5;
const OBJECT_START =
  /[{｛](?=[\s\u200B]*(?:["'“‘`＂「『]|[\p{L}_]|\/\/|\/\*|#|<!--))/u;
/** Possible start of an object or a native call. */
export const MARK = new RegExp(
  `${OBJECT_START.source}|${NATIVE_CALL_START.source}`,
  "gu",
);
const DATA_LANGUAGE =
  /^(?:|json[5cl]?|jsonlines|text|txt|plaintext|tool_call|tool_code|action|react|markdown|md)$/i;
/**
 * A code block that holds an object, whatever its language; allows a second
 * fence.
 */
const OBJECT_BLOCK =
  /^[ \t]*[`~]{3,}[^\n`]{0,40}\s*(?:[`~]{3,}[^\n`]{0,40}\s*)?(?:\w{1,20}\s*=\s*|[$>%] )?[{[｛][\s\u200B]*(?:["'“‘＂「『{]|\/[/*]|#|<!--|\w{1,20}\s*[:：])/;

/**
 * Finds the first action or answer in a cleaned reply, skipping repeated
 * examples. `undefined`: plain text.
 */
export function findDecision(
  text: string,
  { tools, isReasoning }: { tools: readonly string[]; isReasoning: boolean },
): Decision | undefined {
  const labels = findStepLabels(text, tools);
  const nextMark = createMarkFinder(text);
  let at = 0;
  let objects = 0;
  let failures = 0;
  let fallback: Decision | undefined;
  let previous: Label | undefined;

  /** Reads objects that start before `limit`, even if they end after it. */
  const readObjects = (limit: number): Decision | undefined => {
    while (objects++ < MAX_OBJECTS && failures < MAX_FAILED_OBJECTS) {
      const start = nextMark(at);
      if (start === undefined || start >= limit) return undefined;
      const finding: ObjectFinding = readObjectAt(text, start, {
        tools,
        previous,
      });
      if (finding.kind === "decision") return finding.decision;
      if (finding.isFailure) failures++;
      fallback ??= finding.fallback;
      at = finding.next;
    }
    return undefined;
  };

  for (const [index, label] of labels.entries()) {
    const isFree = !isReasoning || previous?.kind === "action";
    const decision = isFree ? readObjects(label.start) : undefined;
    if (decision !== undefined) return decision;
    if (label.start < at) continue;
    at = label.valueStart;
    const read =
      label.kind === "action" ? readLabelledAction : readLabelledAnswer;
    const finding = read({ label, text, labels, index, tools });
    if (finding?.kind === "decision") return finding.decision;
    fallback ??= finding?.fallback;
    previous = label;
  }
  const isFree = !isReasoning || previous?.kind === "action";
  return (
    (isFree ? readObjects(text.length) : undefined) ??
    (fallback && { ...fallback, isOpen: true })
  );
}

/**
 * Finds the next possible start of an object or native call outside code
 * blocks. Call it with increasing offsets.
 */
function createMarkFinder(text: string): (from: number) => number | undefined {
  const codeBlocks = findCodeBlocks(text).filter(
    ({ language, start, contentEnd }) =>
      !DATA_LANGUAGE.test(language) &&
      (!OBJECT_BLOCK.test(text.slice(start, start + 200)) ||
        /\)\s*$/.test(text.slice(contentEnd - 20, contentEnd))),
  );
  let found: number | undefined = -1;
  let blockIndex = 0;
  const mark = new RegExp(MARK);
  const search = (from: number): number | undefined => {
    mark.lastIndex = from;
    return mark.exec(text)?.index;
  };
  return (from) => {
    while (found !== undefined) {
      if (found < from) found = search(from);
      if (found === undefined) break;
      while ((codeBlocks[blockIndex]?.end ?? Infinity) <= found) blockIndex++;
      const block = codeBlocks[blockIndex];
      if (block === undefined || found < block.start) return found;
      found = search(block.end);
    }
    return undefined;
  };
}

/**
 * Reads the answer after the label; labels other than those of answers decide
 * nothing.
 */
function readLabelledAnswer(place: LabelPlace): LabelFinding {
  const { text, label, tools } = place;
  if (!isAnswer(place)) return { kind: "none" };
  const end = answerEnd(place);
  const value = text.slice(label.valueStart, end).trim();
  if (isExampleAnswer(value)) return noneBecause(REPEATS_EXAMPLE);
  const output = dropUnpairedMark(
    value,
    text.slice(label.start, label.valueStart),
  );
  const isOpen = end === undefined;
  return decided({ ...readOutput(output, tools), isOpen });
}

/** Something other than a label alone: it belongs to the answer. */
const SENTENCE = /\bthe answer\b|是|\S\s*\n\s*\S/i;

/**
 * "Answer:" and "AI:" count as labels only where an answer is due; elsewhere
 * they are part of the text.
 */
function isAnswer({ label, text, labels, index }: LabelPlace): boolean {
  if (label.kind !== "answer") return label.kind === "final";
  if (index > 0) return labels[index - 1]?.kind === "thought";
  const written = text.slice(0, label.valueStart);
  return !label.isListed && !SENTENCE.test(written);
}

/** Labels in lists belong to the answer, unless its own label is in a list. */
function answerEnd({ label, labels, index }: LabelPlace): number | undefined {
  const following = labels
    .slice(index + 1)
    .filter(({ isListed }) => label.isListed || !isListed);
  return following.find(({ kind }, offset) =>
    endsAnswer(kind, following[offset + 1]?.kind),
  )?.start;
}

/**
 * Whether a label ends the answer before it: models that write on invent the
 * next step. "Action:" without input, and question-answer pairs, belong to the
 * answer.
 */
export function endsAnswer(
  kind: LabelKind,
  next: LabelKind | undefined,
): boolean {
  if (kind === "action") return next === "input";
  if (kind === "question") return next !== "answer";
  return kind === "thought" || kind === "observation" || kind === "final";
}

function readOutput(output: string, tools: readonly string[]): Decision {
  if (output === "")
    return { kind: "unreadable", reason: "The final answer is empty." };
  const start = /^(?:```(?:json)?\s*)?(?=\{)/.exec(output)?.[0].length;
  const json = start === undefined ? undefined : parseLooseJson(output, start);
  if (json?.kind !== "object") return { kind: "answer", output };
  const reading = readActionObject(json.value, { tools });
  if (reading.kind === "answer") return reading;
  const reason = "It is an action and a final answer at once.";
  return reading.kind === "action" && tools.includes(reading.tool)
    ? { kind: "unreadable", reason }
    : { kind: "answer", output };
}
