const PLACEHOLDER =
  /^\s*(?:\$[A-Z_]+|<[^<>]{1,80}>|\{\{?[\w ]{1,40}\}?\}|\.\.\.|…)\s*$|\bshould be one of\b|\bmust be one of\b|^\s*the (?:action to take|input to the (?:action|tool)|name of the tool|final answer to the)\b/i;

/** Whether a value is only the prompt's own example, repeated: `$TOOL_NAME`, `<tool>`, "should be one of […]". */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === "string" && PLACEHOLDER.test(value.slice(0, 300));
}
