/** Tag names for a step's input. */
const INPUT = "action_input|tool_input|input|parameters|arguments|args";
const STEP = new RegExp(
  String.raw`<(action|tool_name|tool)>[ \t]*([^<>\n]{1,200}?)[ \t]*</\1>\s*<(${INPUT})>`,
  "gi",
);
const INPUT_END = new RegExp(String.raw`\s*</(?:${INPUT})>`, "gi");
const THOUGHT = /<(\/)?thought>/gi;

/**
 * Turns a step in tags,
 * `<action>search</action><action_input>tides</action_input>`, into labelled
 * lines. Keeps other tags.
 */
export function labelTags(text: string): string {
  if (!text.includes("<") || text.search(STEP) === -1) return text;
  return text
    .replaceAll(STEP, "\nAction: $2\nAction Input: ")
    .replaceAll(INPUT_END, "\n")
    .replaceAll(THOUGHT, (_, closing?: string) =>
      closing === undefined ? "\nThought: " : "\n",
    );
}
