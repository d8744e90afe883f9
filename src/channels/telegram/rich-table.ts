import { asObject } from "../../text/json.ts";
import { layOut } from "../../text/table-grid.ts";
import { listOf, readRichText, type Reading } from "./rich-text.ts";

/** Telegram's limits. */
const MAX_COLUMNS = 20;
const MAX_ROWS = 500;

/**
 * Reads a table's cells as a Markdown table. Cells that span several places
 * leave the others empty, so that the rest stays in its columns.
 */
export function readRichTable(cells: unknown, reading: Reading): string {
  const read = listOf(cells)
    .slice(0, MAX_ROWS)
    .map((row) =>
      listOf(row)
        .slice(0, MAX_COLUMNS)
        .map((cell) => {
          const { text, colspan, rowspan } = asObject(cell);
          return {
            text: toCell(readRichText(text, reading)),
            colspan: toSpan(colspan),
            rowspan: toSpan(rowspan),
          };
        }),
    );
  const rows = layOut(read).map((row) =>
    row.map(({ text, isRepeated }) => (isRepeated ? "" : text)),
  );
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return "";
  const [head = [], ...body] = rows.map((row) =>
    Array.from({ length: width }, (_, column) => row[column] ?? ""),
  );
  return [head, head.map(() => "---"), ...body]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

function toSpan(value: unknown): number {
  return typeof value === "number" && value > 1 ? Math.floor(value) : 1;
}

function toCell(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll(/\s*\n\s*/g, " ");
}
