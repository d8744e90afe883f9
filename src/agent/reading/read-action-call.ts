import {
  decided,
  type LabelFinding,
  type LabelPlace,
  unreadable,
} from "./label-finding.ts";
import { splitCall } from "./normalise-tool-name.ts";
import { readTextInput } from "./read-text-input.ts";
import { resolveTool } from "./resolve-tool.ts";

/** Reads `search("tides")` behind the action's label at `index`; `undefined` where no call stands. */
export function readActionCall(
  { text, labels, index, tools }: LabelPlace,
  {
    name,
    value,
  }: {
    /** The first line of the value. */
    name: string;
    value: string;
  },
): LabelFinding | undefined {
  const source = [value.trim(), name].find(
    (candidate) => splitCall(candidate) !== undefined,
  );
  const call = source === undefined ? undefined : splitCall(source);
  const label = labels[index];
  if (source === undefined || call === undefined || label === undefined)
    return undefined;
  const isNote = /\s\([^"'{]*\s[^"'{]*\)$/.test(source.slice(0, 300));
  const tool = resolveTool(call.name, { tools, hasInput: false });
  if (isNote) return undefined;
  if (tool.kind === "no-tool")
    return call.argument === ""
      ? undefined
      : decided({ kind: "answer", output: call.argument });
  if (tool.kind !== "tool" || !tools.includes(tool.name)) return undefined;
  const input = readTextInput(call.argument, { tools });
  if (input.kind === "cut")
    return unreadable("The action's input was cut off.", { isOpen: true });
  return decided({
    kind: "action",
    tool: tool.name,
    input: input.value,
    thought: "",
    start: label.start,
    end: text.indexOf(source, label.valueStart) + source.length,
  });
}
