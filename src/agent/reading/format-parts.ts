import { readActionObject } from "./action-object.ts";
import { findCodeBlocks } from "./find-code-blocks.ts";
import { findStepLabels } from "./find-step-labels.ts";
import { fold, LABEL_NAMES, UNLISTED_NAMES } from "./label-names.ts";
import { parseLooseJson } from "./loose-json.ts";
import { normaliseToolName } from "./resolve-tool.ts";

/** Keys that occur only in reply formats. */
const FORMAT_KEY =
  /["'“‘「『＂](?:action|tool)[ _-]?input["'”’」』＂]\s*[:：]|[{｛,，]\s*["'“‘「『＂]?(?:thoughts?|tool_?calls?|action_?input|tool_?name|tool_?input)["'”’」』＂]?\s*[:：]\s*(?:["'“‘「『＂{[]|$)/i;
const NAMED =
  /\b(?:action|tool|name|function)["'”’」』＂]?\s*[:：]\s*["'“‘「『＂]([^"'”’」』＂\n]{1,64})/gi;
const TAG_NAME =
  "(?:\\w{1,20}[:_])?(?:tool_\\w{1,20}|function(?:_calls?)?|invoke|parameter|think|thinking|response|reply|final_answer|action(?:_input)?|observation)";
const TAG = new RegExp(
  `^\\s*</?(?:${TAG_NAME}|arg_key|arg_value)\\b[^>\\n]{0,60}>|</${TAG_NAME}>\\s*$|<(?:tool_\\w{1,20}|function_calls?|invoke)\\b[^<>\\n]{0,60}>\\s*$|<[|｜](?:[\\w▁.:/-]{1,40}[|｜]>|[\\w▁.:/-]{0,40}[|｜]?$(?![^]))|</\\w{0,16}$|\\[/?TOOL_CALLS?\\]|^\\[tool[_ ]call\\b`,
  "im",
);
/** Parts of an incomplete object. */
const DEBRIS =
  /["”＂」』]\s*[:：]\s*["“＂「『{[]|(?<![\p{L}\d])'[\p{L}_][\p{L}\d_ ]{0,30}'\s*[:：]\s*['{[]|["'”＂」』]\s*[}｝]+\s*$|^\s*[{｛][\s\u200B]*(?:["'“＂「『]|\w{1,20}\s*[:：]|$)|[\n:：]\s*[{｛][\s"“＂「『]*$/u;
const FORMAT_FENCE =
  /^(?:```|~~~)(?:json\w*|tool_?\w+|action|text|react)?[ \t]*$/im;
const OBJECT_BLOCK = /^[`~]+[^\n]{0,40}\n\s*[{｛]/;
const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,}).*$/gm;
const MAX_OBJECTS = 20;
/** Of longer answers, only the beginning and the end are checked. */
const MAX_LENGTH = 16 * 1024;
const MAX_END = 1024;
/** Fast check: every part of a format has one of these, most answers none. */
const MARK = /[:：={}｛｝<`~[【(#*|_]/;
/** Labels that count in any decoration. */
const LOOSE_LABEL = new RegExp(
  `^(?:[^\\p{L}\\n]{0,12}(?:${[...LABEL_NAMES.final, ...LABEL_NAMES.input.filter((name) => !UNLISTED_NAMES.has(fold(name)))].join("|")})|[^\\p{L}\\p{Extended_Pictographic}\\d\\n*•◦‣-]{0,12}(?:${LABEL_NAMES.thought.join("|")}))[^\\p{L}\\n:：]{0,6}(?:[:：]|[)\\]】][ \\t])`,
  "imu",
);

export type Place = "object" | "label" | "prose";

/**
 * Whether an answer holds parts of a reply format, so that it is a failed step.
 * Other JSON, code and lists belong to the answer.
 * @param place where the answer was found: in `prose`, code is checked too; in
 *   `object`, any brackets are allowed
 */
export function holdsFormatParts(
  answer: string,
  { tools, place }: { tools: readonly string[]; place: Place },
): boolean {
  if (!MARK.test(answer)) return false;
  const bounded =
    answer.length > MAX_LENGTH
      ? `${answer.slice(0, MAX_LENGTH)}\n${answer.slice(-MAX_END)}`
      : answer;
  const text = dropCode(bounded.replaceAll('\\"', '"'), place);
  // A reply that starts with code is more likely a step than one that contains
  // some.
  const isWhole = place === "prose" && /^[\s"\\]*[`~{｛]/.test(bounded);
  const words = isWhole
    ? bounded.replaceAll(FENCE_LINE, "").replaceAll('\\"', '"')
    : text;
  return (
    holdsKeys(words, tools) ||
    TAG.test(text) ||
    FORMAT_FENCE.test(dropCode(text, "object")) ||
    (place !== "object" && holdsDebris(dropObjects(text, { tools, place }))) ||
    holdsLabels(words, { tools, place })
  );
}

/**
 * Drops code blocks, except those with an object, which may be an action. Keeps
 * inline code if there is nothing else.
 */
function dropCode(text: string, place: Place): string {
  let kept = "";
  let from = 0;
  for (const { start, end, contentEnd } of findCodeBlocks(text)) {
    const block = text.slice(start, contentEnd);
    if (place !== "object" && OBJECT_BLOCK.test(block.slice(0, 200))) continue;
    kept += text.slice(from, start);
    from = end;
  }
  const rest = kept + text.slice(from);
  const words = rest.replaceAll(/`[^`\n]+`/g, "");
  return /[\p{L}\d]/u.test(words) ? words : rest;
}

function holdsKeys(text: string, tools: readonly string[]): boolean {
  if (FORMAT_KEY.test(text)) return true;
  return [...text.matchAll(NAMED)].some(
    ([, name = ""]) =>
      /^final[ _-]?answer$/i.test(name) ||
      normaliseToolName(name, tools) !== undefined,
  );
}

/**
 * Drops complete objects, which an answer may contain. After an answer label
 * this includes any object, e.g. a policy with an `"Action"`.
 */
function dropObjects(
  text: string,
  { tools, place }: { tools: readonly string[]; place: Place },
): string {
  let kept = text;
  let from = 0;
  for (let count = 0; count < MAX_OBJECTS; count++) {
    const start = kept.indexOf("{", from);
    if (start === -1) break;
    const json = parseLooseJson(kept, start);
    const isWhole =
      json.kind === "object" &&
      json.isClosed &&
      (place === "label" ||
        readActionObject(json.value, { tools }).kind === "other");
    if (isWhole) kept = kept.slice(0, start) + kept.slice(json.end);
    from = isWhole ? start : start + 1;
  }
  return kept;
}

function holdsDebris(text: string): boolean {
  const end = text.trimEnd();
  const isSurplus =
    /[}｝][`\s]*$/.test(end.slice(-20)) &&
    (end.match(/[}｝]/g)?.length ?? 0) > (end.match(/[{｛]/g)?.length ?? 0);
  return isSurplus || DEBRIS.test(text);
}

/** Minutes of a meeting have actions and observations, too. */
function holdsLabels(
  text: string,
  { tools, place }: { tools: readonly string[]; place: Place },
): boolean {
  if (LOOSE_LABEL.test(text)) return true;
  const labels = findStepLabels(text, tools);
  return labels.some(({ kind, valueStart, isListed }, index) => {
    const next = labels[index + 1];
    const value = text.slice(valueStart, next?.start).trim();
    switch (kind) {
      case "thought":
      case "final":
        return !isListed || (place === "prose" && labels.length > 1);
      case "observation":
        return value === "" || (place === "prose" && labels.length > 1);
      case "action":
        return (
          next?.kind === "input" ||
          value === "" ||
          normaliseToolName(value.slice(0, 200), tools) !== undefined
        );
      case "input":
      case "question":
      case "answer":
        return false;
    }
  });
}
