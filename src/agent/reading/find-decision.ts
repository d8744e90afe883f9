import { type CodeBlock, findCodeBlocks } from "./find-code-blocks.ts";
import { readLabelledAction } from "./labelled-action.ts";
import { type Decision, findLabels, type Label } from "./labels.ts";
import {
  NATIVE_CALL_START,
  type ObjectFinding,
  readObjectAt,
} from "./object-decision.ts";
import { readLabelledAnswer } from "./read-labelled-answer.ts";

/** A reply with more objects in front of its decision is no step of ours; failing ones may cost its whole length each. */
const MAX_OBJECTS = 100;
const MAX_FAILED_OBJECTS = 5;
const OBJECT_START = /[{｛](?=\s*(?:["'“‘`＂]|[\p{L}_]|\/\/|\/\*|#|<!--))/u;
const MARK = new RegExp(
  `${OBJECT_START.source}|${NATIVE_CALL_START.source}`,
  "gu",
);
const DATA_LANGUAGE =
  /^(?:|json[5cl]?|jsonlines|text|txt|plaintext|tool_call|tool_code|action|react|markdown|md)$/i;
/** A block of code that is an object, whatever its label says; another fence may stand between. */
const OBJECT_BLOCK =
  /^[ \t]*[`~]{3,}[^\n`]{0,40}\s*(?:[`~]{3,}[^\n`]{0,40}\s*)?(?:\w{1,20}\s*=\s*)?[{[｛]\s*(?:["'“‘＂{]|\/[/*]|#|<!--|\w{1,20}\s*[:：])/;

/**
 * The first thing in a cleaned reply that decides what it means: a labelled action or answer, an object, a native call.
 * Examples on the way (in a sentence of a thought, in code, the prompt's own) decide nothing. `undefined`: plain text.
 */
export function findDecision(
  text: string,
  { tools, isReasoning }: { tools: readonly string[]; isReasoning: boolean },
): Decision | undefined {
  const labels = findLabels(text);
  const nextMark = createMarkFinder(text, findCodeBlocks(text));
  let at = 0;
  let objects = 0;
  let failures = 0;
  let fallback: Decision | undefined;
  let previous: Label | undefined;

  /** Objects up to `limit`; one that begins there may reach behind it. */
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
    const finding = read({ text, labels, index, tools });
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

/** Where objects and native calls may begin, so many of them at most. */
export function findMarks(
  text: string,
  { limit }: { limit: number },
): number[] {
  const marks: number[] = [];
  MARK.lastIndex = 0;
  for (const { index } of text.matchAll(MARK)) {
    marks.push(index);
    if (marks.length === limit) break;
  }
  return marks;
}

/** Where the next object or native call may begin, from an offset on that only grows; not in blocks of code. */
function createMarkFinder(
  text: string,
  blocks: readonly CodeBlock[],
): (from: number) => number | undefined {
  const codeBlocks = blocks.filter(
    ({ language, start }) =>
      !DATA_LANGUAGE.test(language) &&
      !OBJECT_BLOCK.test(text.slice(start, start + 200)),
  );
  let found: number | undefined = -1;
  let blockIndex = 0;
  const search = (from: number): number | undefined => {
    MARK.lastIndex = from;
    return MARK.exec(text)?.index;
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
