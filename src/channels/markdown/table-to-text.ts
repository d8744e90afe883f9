import type { Alignment } from "../../document/document.ts";
import { segmentText } from "../../text/text.ts";

/**
 * Columns are padded to their longest cell, up to this; longer cells stick out.
 */
const MAX_PADDING = 32;
/** Wider tables wrap on every screen, so they are not padded. */
const MAX_LINE = 80;

/** Lays out a table for a monospaced font. */
export function tableToText({
  header,
  rows,
  align,
}: {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  align: readonly Alignment[];
}): string {
  const widths = columnWidths([header, ...rows]);
  const line = (row: readonly string[]) =>
    withoutEmptyEnd(row)
      .map((cell, column) => pad(cell, widths[column] ?? 0, align[column]))
      .join(" | ")
      .trimEnd();
  const rule = header.map((_, column) => "-".repeat(widths[column] ?? 3));
  return [line(header), rule.join("-+-"), ...rows.map(line)].join("\n");
}

/** Empty if the table is too wide to be aligned. */
function columnWidths(
  table: readonly (readonly string[])[],
): readonly number[] {
  const widths: number[] = [];
  for (const row of table) {
    for (const [column, cell] of row.entries()) {
      const width = Math.min(MAX_PADDING, textWidth(cell));
      widths[column] = Math.max(widths[column] ?? 1, width);
    }
  }
  const line = widths.reduce((sum, width) => sum + width + " | ".length, 0);
  return line <= MAX_LINE ? widths : [];
}

function withoutEmptyEnd(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((cell) => cell !== "") + 1);
}

function pad(text: string, width: number, alignment: Alignment = null): string {
  const missing = Math.max(0, width - textWidth(text));
  const before = Math.floor(missing * SHARE_BEFORE[alignment ?? "left"]);
  return " ".repeat(before) + text + " ".repeat(missing - before);
}

/** Share of the padding before a cell's text. */
const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 };

/**
 * East Asian characters and emoji take two columns (approximates Unicode
 * Standard Annex #11).
 */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|^\p{Emoji_Presentation}|\uFE0F/u;

/** Width of the text in columns. */
function textWidth(text: string): number {
  // Fast path for ASCII, as most cells are.
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  return [...segmentText(text, { granularity: "grapheme" })].reduce(
    (width, { segment }) => width + (WIDE.test(segment) ? 2 : 1),
    0,
  );
}
