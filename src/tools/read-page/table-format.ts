import type { DomNode, FormatCallback } from "html-to-text";
import { attributeOf, findNode, isHidden } from "./page-node.ts";
import { writeRows } from "./write-rows.ts";

/** Writes tables as rows; those that lay out a page as blocks. */
export function createTableFormat(): FormatCallback {
  const room = { left: MAX_REPEATED_LENGTH };
  return (table, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 });
    if (isLayout(table)) walk(table.children, builder);
    else {
      walk(childrenOf(table, "caption"), builder);
      const rows = rowsOf(table);
      /** Spans end with the part of the table. */
      const ends = new Map(rows.map(({ parent }, index) => [parent, index]));
      builder.openTable();
      for (const [index, row] of rows.entries()) {
        const below = (ends.get(row.parent) ?? index) - index;
        builder.openTableRow();
        for (const cell of childrenOf(row, "td", "th")) {
          builder.openTableCell();
          walk([cell], builder);
          builder.closeTableCell({
            colspan: spanOf(cell, "colspan"),
            rowspan: Math.min(spanOf(cell, "rowspan"), below + 1),
          });
        }
        builder.closeTableRow();
      }
      builder.closeTable({
        tableToString: (cells) => writeRows(cells, room),
        leadingLineBreaks: 1,
        trailingLineBreaks: 1,
      });
    }
    builder.closeBlock({ trailingLineBreaks: 2 });
  };
}

/** In UTF-16 units, of all tables of a page: spans could fill the memory. */
const MAX_REPEATED_LENGTH = 200_000;

/** The standard's limit of `rowspan`; 0 is all rows of the group. */
const MAX_SPAN = 65_534;

function spanOf(cell: DomNode, name: "colspan" | "rowspan"): number {
  const value = attributeOf(cell, name);
  if (!/^\s*\d+/.test(value)) return 1;
  const span = Math.min(Number.parseInt(value, 10), MAX_SPAN);
  return span === 0 ? (name === "rowspan" ? MAX_SPAN : 1) : span;
}

function rowsOf(table: DomNode): readonly DomNode[] {
  return childrenOf(table, "tr", "thead", "tbody", "tfoot")
    .flatMap((part) => (part.name === "tr" ? [part] : childrenOf(part, "tr")))
    .filter((row) => !isHidden(row));
}

/** Children of the names given that are not hidden. */
function childrenOf(node: DomNode, ...names: readonly string[]): DomNode[] {
  return node.children.filter(
    (child) => names.includes(child.name ?? "") && !isHidden(child),
  );
}

/** What a table's parts contain; anything else would be lost in rows. */
const PARTS: Readonly<Record<string, RegExp>> = {
  table: /^(?:caption|colgroup|col|thead|tbody|tfoot|tr)$/,
  thead: /^tr$/,
  tbody: /^tr$/,
  tfoot: /^tr$/,
  tr: /^t[dh]$/,
};

/** Needs lines of its own, or belongs to a table and is not where it should be. */
const BLOCK = /^(?:table|pre|h[1-6]|thead|tbody|tfoot|t[rdh])$/;

/** Whether a table is more than rows of cells with a line of text each. */
function isLayout({ children }: DomNode): boolean {
  return children.some((child) => findNode(child, isBeyondRows) !== undefined);
}

function isBeyondRows({
  type,
  name = "",
  data = "",
  parent,
}: DomNode): boolean {
  const expected = PARTS[parent?.name ?? ""];
  if (expected === undefined) return BLOCK.test(name);
  return type === "text"
    ? data.trim() !== ""
    : type === "tag" && !expected.test(name);
}
