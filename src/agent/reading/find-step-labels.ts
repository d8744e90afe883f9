import { findLabels, type Label } from "./labels.ts";
import { resolveTool } from "./resolve-tool.ts";

/**
 * The labels of a text, without those in a list whose "Action:" names no tool:
 * a review of a film, or an explanation.
 */
export function findStepLabels(
  text: string,
  tools: readonly string[],
): Label[] {
  const labels = findLabels(text);
  const isStep = labels.every(
    ({ kind, isListed, valueStart }, index) =>
      !isListed ||
      kind !== "action" ||
      labels[index + 1]?.kind === "input" ||
      mayAct(text.slice(valueStart, labels[index + 1]?.start), tools),
  );
  return isStep ? labels : labels.filter(({ isListed }) => !isListed);
}

function mayAct(value: string, tools: readonly string[]): boolean {
  const [line = ""] = value.trim().slice(0, 300).split("\n");
  if (line === "" || /[{[(<`_]|input[ \t]*[:：]/i.test(line)) return true;
  // The name may be cut off.
  if (tools.some((tool) => tool.startsWith(line))) return true;
  const [word = ""] = line.split(/[:：]/);
  const tool = resolveTool(word, { tools, hasInput: true });
  return tool.kind === "tool"
    ? tools.includes(tool.name)
    : tool.kind !== "unclear";
}
