import { asObject } from "../../text/json.ts";
import { listOf, readRichText, type Reading } from "./rich-text.ts";

/** Telegram's limits. */
const MAX_COLUMNS = 20;
const MAX_ROWS = 500;

/**
 * Reads a table's cells as a Markdown table. Cells that span several places
 * leave the others empty, so that the rest stays in its columns.
 */
export function readRichTable(cells: unknown, reading: Reading): string {
  const rows = layOut(listOf(cells).slice(0, MAX_ROWS), reading);
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return "";
  const [head = [], ...body] = rows.map((row) =>
    Array.from({ length: width }, (_, column) => row[column] ?? ""),
  );
  return [head, head.map(() => "---"), ...body]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

function layOut(
  rows: readonly unknown[],
  reading: Reading,
): readonly (readonly string[])[] {
  const places: string[][] = rows.map(() => []);
  for (const [top, row] of rows.entries()) {
    let left = 0;
    for (const cell of listOf(row)) {
      const { text, colspan, rowspan } = asObject(cell);
      while (places[top]?.[left] !== undefined) left++;
      const width = spanOf(colspan, MAX_COLUMNS - left);
      for (const place of places.slice(top, top + spanOf(rowspan, MAX_ROWS)))
        for (let column = left; column < left + width; column++)
          place[column] ??= "";
      const content = readRichText(text, reading);
      if (width > 0) places[top]?.splice(left, 1, toCell(content));
      left += width;
    }
  }
  return places;
}

function spanOf(value: unknown, max: number): number {
  const span = typeof value === "number" && value > 1 ? Math.floor(value) : 1;
  return Math.min(span, max);
}

function toCell(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll(/\s*\n\s*/g, " ");
}
