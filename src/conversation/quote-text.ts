import { escapeMarkdown } from "./escape-markdown.ts";

/** A quote in Markdown that shows the text as it is, but for the indentation of its lines. */
export function quoteText(text: string): string {
  return text
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${escapeMarkdown(line.trim())}`.trimEnd())
    .join("\n");
}
