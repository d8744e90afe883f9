/**
 * A text for a script with labels like `User:`: all lines but its first stand further in, so that people and tools
 * cannot write one that begins with a label.
 */
export function indentLines(text: string): string {
  return text.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, "\n  ");
}
