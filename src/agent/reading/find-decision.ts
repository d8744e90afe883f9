import { readActionObject } from "./action-object.ts";
import { findCodeBlocks } from "./find-code-blocks.ts";
import { readLabelledAction } from "./labelled-action.ts";
import type { LabelKind } from "./label-names.ts";
import {
  decided,
  type Decision,
  dropHalfMark,
  findLabels,
  type Label,
  type LabelFinding,
  type LabelPlace,
  noneWith,
  REPEATS_EXAMPLE,
} from "./labels.ts";
import { parseLooseJson } from "./loose-json.ts";
import {
  NATIVE_CALL_START,
  type ObjectFinding,
  readObjectAt,
} from "./object-decision.ts";
import { isExampleAnswer } from "./resolve-tool.ts";

/** A reply with more objects in front of its decision is no step of ours; failing ones may cost its whole length each. */
const MAX_OBJECTS = 100;
const MAX_FAILED_OBJECTS = 5;
const OBJECT_START =
  /[{｛](?=[\s\u200B]*(?:["'“‘`＂「『]|[\p{L}_]|\/\/|\/\*|#|<!--))/u;
/** Where objects and native calls may begin. */
export const MARK = new RegExp(
  `${OBJECT_START.source}|${NATIVE_CALL_START.source}`,
  "gu",
);
const DATA_LANGUAGE =
  /^(?:|json[5cl]?|jsonlines|text|txt|plaintext|tool_call|tool_code|action|react|markdown|md)$/i;
/** A block of code that is an object, whatever its label says; another fence may come between. */
const OBJECT_BLOCK =
  /^[ \t]*[`~]{3,}[^\n`]{0,40}\s*(?:[`~]{3,}[^\n`]{0,40}\s*)?(?:\w{1,20}\s*=\s*|[$>%] )?[{[｛]\s*(?:["'“‘＂「『{]|\/[/*]|#|<!--|\w{1,20}\s*[:：])/;

/** The first thing in a cleaned reply that decides what it means; examples on the way decide nothing. `undefined`: plain text. */
export function findDecision(
  text: string,
  { tools, isReasoning }: { tools: readonly string[]; isReasoning: boolean },
): Decision | undefined {
  const labels = findLabels(text);
  const nextMark = createMarkFinder(text);
  let at = 0;
  let objects = 0;
  let failures = 0;
  let fallback: Decision | undefined;
  let previous: Label | undefined;

  /** Objects up to `limit`; one that begins before it may reach past it. */
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

/** Where the next object or native call may begin, from an offset on that only grows; not in blocks of code. */
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

/** Reads the answer after the label; other labels decide nothing. */
function readLabelledAnswer(place: LabelPlace): LabelFinding {
  const { text, label, tools } = place;
  if (!isAnswer(place)) return { kind: "none" };
  const end = answerEnd(place);
  const value = text.slice(label.valueStart, end).trim();
  if (isExampleAnswer(value)) return noneWith(REPEATS_EXAMPLE);
  const output = dropHalfMark(value, text.slice(label.start, label.valueStart));
  const isOpen = end === undefined;
  return decided({ ...readOutput(output, tools), isOpen });
}

/** "Answer:" and "AI:" are labels where the model's own turn is due to end, else words of a text. */
function isAnswer({ label, text, labels, index }: LabelPlace): boolean {
  if (label.kind !== "answer") return label.kind === "final";
  if (index > 0) return labels[index - 1]?.kind === "thought";
  return text.slice(0, label.start).trim() === "";
}

/** A list's labels are the answer's own, unless its label is in that list. */
function answerEnd({ label, labels, index }: LabelPlace): number | undefined {
  const following = labels
    .slice(index + 1)
    .filter(({ isListed }) => label.isListed || !isListed);
  return following.find(({ kind }, offset) =>
    endsAnswer(kind, following[offset + 1]?.kind),
  )?.start;
}

/** Whether a label ends the answer before it: a model that writes on invents the next step. "Action:" alone, or questions with answers, are the text's own. */
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
