/** The model chose the name of an unknown tool: it must not be able to write more than a name into its own prompt. */
export function nameForPrompt(tool: string): string {
  return tool.replaceAll(/[^\w -]/g, "").slice(0, 64) || "tool";
}
