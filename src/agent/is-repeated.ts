import type { AgentAction } from "../turn.ts";

/** How often a turn may use a tool with the same input: once more may help where it failed. */
const MAX_REPETITIONS = 2;

/** Whether the same tool was used with the same input so often before that it is pointless to do it again. */
export function isRepeated(
  action: AgentAction,
  earlier: readonly AgentAction[],
): boolean {
  const sameTool = earlier.filter(({ tool }) => tool === action.tool);
  if (sameTool.length < MAX_REPETITIONS) return false;
  const written = write(action.input);
  const same = sameTool.filter(({ input }) => write(input) === written);
  return same.length >= MAX_REPETITIONS;
}

/** The same text for the same input, whatever the blanks around it and the order of its fields. */
function write(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) => {
    if (typeof value === "string") return value.trim();
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return value;
    return Object.fromEntries(
      Object.entries(value).toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      ),
    );
  });
}
