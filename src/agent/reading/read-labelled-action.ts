import type { Decision } from "./decision.ts";
import type { Label } from "./find-labels.ts";
import { splitCall } from "./normalise-tool-name.ts";
import { readTextInput } from "./read-text-input.ts";
import { resolveTool } from "./resolve-tool.ts";

/** `none`: the label decides nothing, what follows may. `fallback`: what to say if nothing does. */
export type LabelFinding =
  | { readonly kind: "decision"; readonly decision: Decision }
  | { readonly kind: "none"; readonly fallback?: Decision };

const OBJECT =
  /^[`\s]*(?:json\s*)?[{[]\s*(?:["'“‘`＂{]|[\w ]{1,40}[:：]|\/[/*])/i;
const NATIVE = /^\s*<[\w|｜]/;
const INLINE_INPUT = /[ \t,;]+(?:action|tool)[ _-]?input[ \t]*[:：]/i;
const NOTHING = /^(?:none|null|n\/?a|nil|-)?\.?$/i;
const MISSING_INPUT = 'An action needs its "Action Input:" line.';

/** Reads the action whose label stands at `index`, with its input. An object behind the label is left to others. */
export function readLabelledAction(
  text: string,
  {
    labels,
    index,
    tools,
  }: { labels: readonly Label[]; index: number; tools: readonly string[] },
): LabelFinding {
  const label = labels[index];
  const next = labels[index + 1];
  if (label === undefined) return { kind: "none" };
  const value = text.slice(label.valueStart, next?.start);
  if (OBJECT.test(value.slice(0, 200)) || NATIVE.test(value.slice(0, 40)))
    return { kind: "none" };
  const isLast = !labels
    .slice(index + 1)
    .some(({ kind }) => kind === "final" || kind === "action");
  const name = firstLine(value);
  if (next?.kind === "input") {
    const end = inputEnd(text, { labels, index: index + 1, tools });
    return readWithInput(text, {
      name,
      from: next.valueStart,
      end,
      label,
      tools,
      isLast,
    });
  }
  const inline = INLINE_INPUT.exec(value.slice(0, 2_000));
  if (inline !== null) {
    const from = label.valueStart + inline.index + inline[0].length;
    const end = inputEnd(text, { labels, index, tools });
    return readWithInput(text, {
      name: value.slice(0, inline.index),
      from,
      end,
      label,
      tools,
      isLast,
    });
  }
  return (
    readCall(text, { name, value, label, tools }) ??
    readWithoutInput(text, { name, value, label, labels, index, tools, isLast })
  );
}

/** Where a text that began at the label's value ends: at the next step's label, but not at one that it may hold itself. */
function inputEnd(
  text: string,
  {
    labels,
    index,
    tools,
  }: { labels: readonly Label[]; index: number; tools: readonly string[] },
): number {
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
  return end?.start ?? text.length;
}

function readWithInput(
  text: string,
  {
    name,
    from,
    end,
    label,
    tools,
    isLast,
  }: {
    name: string;
    from: number;
    end: number;
    label: Label;
    tools: readonly string[];
    isLast: boolean;
  },
): LabelFinding {
  const tool = resolveTool(name, { tools, hasInput: true });
  if (tool.kind === "placeholder")
    return noneWith("It repeats the example instead of filling it in.");
  if (tool.kind === "unclear")
    return unreadable(`"Action:" must be followed by the name of a tool.`);
  const source = text.slice(from, end);
  if (tool.kind === "no-tool") {
    const output = source.trim();
    if (!isLast || NOTHING.test(output))
      return noneWith("There is neither a tool nor an answer.");
    return { kind: "decision", decision: { kind: "answer", output } };
  }
  const input = readTextInput(source, { tools: [...tools, tool.name] });
  if (input.kind === "cut")
    return unreadable("The action's input was cut off.");
  return {
    kind: "decision",
    decision: {
      kind: "action",
      tool: tool.name,
      input:
        typeof input.value === "string" && name.includes("\\_")
          ? input.value.replaceAll("\\_", "_")
          : input.value,
      thought: "",
      start: label.start,
      end: from + input.end,
    },
  };
}

/** `search("tides")` on the action's line. */
function readCall(
  text: string,
  {
    name,
    value,
    label,
    tools,
  }: { name: string; value: string; label: Label; tools: readonly string[] },
): LabelFinding | undefined {
  const source = [value.trim(), name].find(
    (candidate) => splitCall(candidate) !== undefined,
  );
  const call = source === undefined ? undefined : splitCall(source);
  if (source === undefined || call === undefined) return undefined;
  const isNote = /\s\([^"'{]*\s[^"'{]*\)$/.test(source.slice(0, 300));
  const tool = resolveTool(call.name, { tools, hasInput: false });
  if (isNote) return undefined;
  if (tool.kind === "no-tool") {
    if (call.argument === "") return undefined;
    return {
      kind: "decision",
      decision: { kind: "answer", output: call.argument },
    };
  }
  if (tool.kind !== "tool" || !tools.includes(tool.name)) return undefined;
  const input = readTextInput(call.argument, { tools });
  if (input.kind === "cut")
    return unreadable("The action's input was cut off.");
  const start = label.start;
  const end = text.indexOf(source, label.valueStart) + source.length;
  return {
    kind: "decision",
    decision: {
      kind: "action",
      tool: tool.name,
      input: input.value,
      thought: "",
      start,
      end,
    },
  };
}

/** Decisive for a listed tool; in an answer, a line may begin with "Action:". */
function readWithoutInput(
  text: string,
  {
    name,
    value,
    label,
    labels,
    index,
    tools,
    isLast,
  }: {
    name: string;
    value: string;
    label: Label;
    labels: readonly Label[];
    index: number;
    tools: readonly string[];
    isLast: boolean;
  },
): LabelFinding {
  const tool = resolveTool(name, { tools, hasInput: false });
  if (tool.kind === "tool" && tools.includes(tool.name))
    return unreadable(MISSING_INPUT);
  if (tool.kind === "placeholder")
    return noneWith("It repeats the example instead of filling it in.");
  const isStep =
    text.slice(0, label.start).trim() === "" ||
    labels
      .slice(0, index)
      .some(({ kind }) => kind === "thought" || kind === "action");
  if (!isStep) return { kind: "none" };
  if (tool.kind !== "no-tool") return noneWith(MISSING_INPUT);
  const rest = value.trim().slice(name.length).trim();
  return rest === "" || !isLast
    ? noneWith("There is neither a tool nor an answer.")
    : { kind: "decision", decision: { kind: "answer", output: rest } };
}

function firstLine(value: string): string {
  const lines = value.trim().slice(0, 2_000).split("\n");
  return lines.find((line) => !/^\s*(?:```\w*)?\s*$/.test(line))?.trim() ?? "";
}

function unreadable(reason: string): LabelFinding {
  return { kind: "decision", decision: { kind: "unreadable", reason } };
}

function noneWith(reason: string): LabelFinding {
  return { kind: "none", fallback: { kind: "unreadable", reason } };
}
