/**
 * Markdown that shows the text as it is. Opening brackets stay: they mean nothing without their closing ones, and with a
 * backslash they would begin a formula.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-'*-/:-@\\\]^_`{-~]/g, String.raw`\$&`);
}
