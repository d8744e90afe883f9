import { readActionObject } from "./action-object.ts";
import {
  decided,
  dropUnpairedMark,
  noneBecause,
  REPEATS_EXAMPLE,
  unreadable,
  type LabelFinding,
  type LabelPlace,
} from "./labels.ts";
import {
  isSignature,
  readArgument,
  readCall,
  readTextInput,
} from "./read-text-input.ts";
import { normaliseToolName, resolveTool, splitCall } from "./resolve-tool.ts";

const OBJECT =
  /^[\s*_•→>=:：(-]*(?:[`~]{1,6}[\w +#.-]{0,20}\s*|json\s*|\w{1,20}\s*=\s*){0,3}[{[｛［]\s*(?:["'“‘`＂「『{｛]|[\w ]{1,40}[:：]|\/[/*]|#|<!--)/i;
const NATIVE = /^\s*<[\w|｜]/;
const INLINE_INPUT = /[ \t,;]+(?:action|tool)[ _-]?input[ \t]*[:：]/i;
/** An object below the name, perhaps in a fence. */
const INPUT_BELOW =
  /^[ \t]*([^\n]{1,80})\n\s*(?=(?:`{3,}[\w ]{0,20}\s*)?[{｛][\s\u200B]*(?:["'“‘＂「『]|\w{1,40}\s*[:：]))/;
const NOTHING = /^(?:none|null|n\/?a|nil|-)?\.?$/i;
const MISSING_INPUT = 'An action needs its "Action Input:" line.';
const CUT_INPUT = "The action's input was cut off.";
const NO_DECISION = "There is neither a tool nor an answer.";

/**
 * Reads the action after the label, with its input. Leaves an object after the
 * label to other readers.
 */
export function readLabelledAction(place: LabelPlace): LabelFinding {
  const { label, text, labels, index, tools } = place;
  const next = labels[index + 1];
  const value = text.slice(label.valueStart, next?.start);
  const [head, above = ""] = INPUT_BELOW.exec(value) ?? [];
  if (head !== undefined && normaliseToolName(above, tools) !== undefined)
    return readWithInput(place, {
      name: above,
      from: label.valueStart + head.length,
      end: inputEnd(place, index),
    });
  if (OBJECT.test(value.slice(0, 200)) || NATIVE.test(value.slice(0, 40)))
    return { kind: "none" };
  const name = firstLine(value);
  if (next?.kind === "input")
    return readWithInput(place, {
      name,
      from: next.valueStart,
      end: inputEnd(place, index + 1),
    });
  const inline = INLINE_INPUT.exec(value.slice(0, 2_000));
  if (inline !== null)
    return readWithInput(place, {
      name: value.slice(0, inline.index),
      from: label.valueStart + inline.index + inline[0].length,
      end: inputEnd(place, index),
    });
  return (
    readActionCall(place, { name, value }) ??
    readNameWithInput(place, { name }) ??
    readWithoutInput(place, { name, value })
  );
}

/**
 * The end of an input that starts after the label at `index`: the label of the
 * next step, unless it may be part of the input.
 */
function inputEnd(
  { text, labels, tools }: LabelPlace,
  index: number,
): number | undefined {
  const following = labels.slice(index + 1);
  const end = following.find(({ kind, start, valueStart }, offset) => {
    const after = following[offset + 1];
    if (kind === "action") {
      const name = firstLine(
        text.slice(valueStart, after?.start).slice(0, 300),
      );
      const tool = resolveTool(name, { tools, hasInput: false });
      return (
        after?.kind === "input" ||
        (tool.kind === "tool" && tools.includes(tool.name))
      );
    }
    return (
      start > 0 &&
      (kind === "observation" ||
        kind === "thought" ||
        kind === "final" ||
        kind === "question")
    );
  });
  return end?.start;
}

function readWithInput(
  place: LabelPlace,
  { name, from, end }: { name: string; from: number; end: number | undefined },
): LabelFinding {
  const { text, labels, index, tools } = place;
  const { start } = place.label;
  const tool = resolveTool(name, { tools, hasInput: true });
  const isOpen = end === undefined;
  if (tool.kind === "placeholder") return noneBecause(REPEATS_EXAMPLE);
  if (tool.kind === "unclear")
    return unreadable(`"Action:" must be followed by the name of a tool.`, {
      isOpen: false,
    });
  const labelStart = labels[index + 1]?.start ?? from;
  const label = text.slice(labelStart, from);
  const source = dropUnpairedMark(text.slice(from, end), label);
  const words = source.trim();
  // Accepts a call instead of the name, or one that repeats it. A call of
  // another tool may be code.
  const call =
    words === ""
      ? readCall(name, tools)
      : readCall(words, tool.kind === "tool" ? [tool.name] : []);
  if (call !== undefined)
    return decided({
      kind: "action",
      ...call,
      start,
      end: from + source.trimEnd().length,
      isOpen,
    });
  if (tool.kind === "no-tool") {
    return isLast(place) && !NOTHING.test(words)
      ? decided({ kind: "answer", output: words, isOpen })
      : noneBecause(NO_DECISION);
  }
  const input = readTextInput(source, [...tools, tool.name]);
  if (input.kind === "cut") return unreadable(CUT_INPUT, { isOpen });
  // The whole action again, under the label of its input.
  const whole = readActionObject(input.value, { tools });
  const value =
    whole.kind === "action" && whole.tool === tool.name
      ? whole.input
      : input.value;
  return decided({
    kind: "action",
    tool: tool.name,
    input:
      typeof value === "string" && name.includes("\\_")
        ? value.replaceAll("\\_", "_")
        : value,
    start,
    end: from + input.end,
    isOpen: isOpen && !input.isClosed,
  });
}

/** Reads `Action: search: tides`, which has no other input. */
function readNameWithInput(
  { label, text, labels, index, tools }: LabelPlace,
  { name }: { name: string },
): LabelFinding | undefined {
  const [, written = "", input = ""] =
    /^([^:：]{1,64})[:：][ \t]*(\S.*)$/.exec(name) ?? [];
  const tool = normaliseToolName(written, tools);
  if (tool === undefined) return undefined;
  const read = readTextInput(input, tools);
  return read.kind === "cut"
    ? unreadable(CUT_INPUT, { isOpen: true })
    : decided({
        kind: "action",
        tool,
        input: read.value,
        start: label.start,
        end: text.indexOf(name, label.valueStart) + name.length,
        isOpen: index === labels.length - 1,
      });
}

/**
 * Decisive for a listed tool; other lines with "Action:" may be part of an
 * answer.
 */
function readWithoutInput(
  place: LabelPlace,
  { name, value }: { name: string; value: string },
): LabelFinding {
  const { label, text, labels, index, tools } = place;
  const isOpen = index === labels.length - 1;
  const tool = resolveTool(name, { tools, hasInput: false });
  if (tool.kind === "tool" && tools.includes(tool.name))
    return unreadable(MISSING_INPUT, { isOpen });
  if (tool.kind === "placeholder") return noneBecause(REPEATS_EXAMPLE);
  const isStep =
    text.slice(0, label.start).trim() === "" ||
    labels.slice(0, index).some(({ kind }) => kind === "thought");
  if (!isStep) return { kind: "none" };
  if (tool.kind !== "no-tool") return noneBecause(MISSING_INPUT);
  const output = value.trim().slice(name.length).trim();
  return output !== "" && isLast(place)
    ? decided({ kind: "answer", output, isOpen })
    : noneBecause(NO_DECISION);
}

function isLast({ labels, index }: LabelPlace): boolean {
  return !labels
    .slice(index + 1)
    .some(({ kind }) => kind === "final" || kind === "action");
}

function firstLine(value: string): string {
  const lines = value.trim().slice(0, 2_000).split("\n");
  return lines.find((line) => !/^\s*(?:```\w*)?\s*$/.test(line))?.trim() ?? "";
}

/**
 * Reads `search("tides")`: the whole value, or its first line. `undefined` if
 * it is no call.
 */
function readActionCall(
  { label, text, labels, index, tools }: LabelPlace,
  { name, value }: { name: string; value: string },
): LabelFinding | undefined {
  const whole = splitCall(value.trim());
  const source = whole === undefined ? name : value.trim();
  const call = whole ?? splitCall(name);
  if (call === undefined) return undefined;
  const isNote = /\s\([^"'{]*\s[^"'{]*\)$/.test(source.slice(0, 300));
  const tool = resolveTool(call.name, { tools, hasInput: false });
  if (isNote || isSignature(call.argument)) return undefined;
  const input = readArgument(call.argument, tools);
  if (tool.kind === "no-tool" && input.kind === "input") {
    const object = { action: call.name, action_input: input.value };
    const answer = readActionObject(object, { tools });
    return answer.kind === "answer" ? decided(answer) : undefined;
  }
  if (tool.kind !== "tool" || !tools.includes(tool.name)) return undefined;
  if (input.kind === "cut") return unreadable(CUT_INPUT, { isOpen: true });
  return decided({
    kind: "action",
    tool: tool.name,
    input: input.value,
    start: label.start,
    end: text.indexOf(source, label.valueStart) + source.length,
    isOpen: call.argument === "" && index === labels.length - 1,
  });
}
