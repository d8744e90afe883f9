import type {
  Block,
  Content,
  Document,
  List,
  ListItem,
  Note,
  Table,
} from "../../../document/document.ts";
import { create, createScrollBox, type Child } from "../elements.ts";
import { createJump } from "./note-jumps.ts";
import { renderCode } from "./render-code.ts";
import { renderFormula } from "./render-formula.ts";
import { renderInline } from "./render-inline.ts";

/** Headings below the page's own h1 and h2. */
const HEADINGS = ["h3", "h4", "h5"] as const;

type Notes = readonly Note[];

/** Renders blocks as elements and text nodes only. */
export function renderBlocks(blocks: Document, notes: Notes): Child[] {
  return blocks.flatMap((block) => renderBlock(block, notes));
}

function renderBlock(block: Block, notes: Notes): Child[] {
  switch (block.type) {
    case "paragraph":
      return [create("p", {}, renderInline(block.content, notes))];
    case "heading":
      return [
        create(
          HEADINGS[block.level - 1] ?? "h6",
          {},
          renderInline(block.content, notes),
        ),
      ];
    case "rule":
      return [create("hr")];
    case "quote":
      return [create("blockquote", {}, renderBlocks(block.blocks, notes))];
    case "list":
      return [renderList(block, notes)];
    case "table":
      return [renderTable(block, notes)];
    case "code":
      return [renderCode(block)];
    case "formula":
      return [renderFormula(block.formula)];
    case "html":
      return [create("p", { class: "raw" }, [block.text])];
    case "definition":
      return block.isUsed
        ? []
        : [create("p", {}, [`[${block.label}]: ${block.address}`])];
    // `renderNotes` shows them below the text.
    case "note":
      return [];
  }
}

function renderList(list: List, notes: Notes): HTMLElement {
  const items = list.items.map((item) => renderItem(item, list, notes));
  const { start } = list;
  return start === undefined
    ? create("ul", {}, items)
    : create("ol", { start: start !== 1 && String(start) }, items);
}

function renderItem(
  { isDone, blocks }: ListItem,
  { isLoose }: List,
  notes: Notes,
): HTMLElement {
  const children = blocks.flatMap((block) =>
    block.type === "paragraph" && !isLoose
      ? renderInline(block.content, notes)
      : renderBlock(block, notes),
  );
  if (isDone === undefined) return create("li", {}, children);
  const box = create("input", {
    type: "checkbox",
    checked: isDone,
    disabled: true,
    "aria-label": (texts) => (isDone ? texts.taskDone : texts.taskOpen),
  });
  return create("li", { class: "task" }, [box, " ", ...children]);
}

function renderTable(table: Table, notes: Notes): HTMLElement {
  const renderRow = (name: "th" | "td", cells: readonly Content[]) =>
    create(
      "tr",
      {},
      cells.map((cell, column) => {
        const side = table.align[column] ?? null;
        return create(
          name,
          {
            scope: name === "th" && "col",
            class: side !== null && `align-${side}`,
          },
          renderInline(cell, notes),
        );
      }),
    );
  const content = create("table", {}, [
    create("thead", {}, [renderRow("th", table.header)]),
    create(
      "tbody",
      {},
      table.rows.map((row) => renderRow("td", row)),
    ),
  ]);
  return createScrollBox((texts) => texts.table, { class: "table" }, [content]);
}

export function renderNotes(notes: Notes): HTMLElement {
  const items = notes.map(({ blocks }, index) => {
    const number = index + 1;
    const [only, ...others] = blocks;
    const text =
      only?.type === "paragraph" && others.length === 0
        ? renderInline(only.content, notes)
        : renderBlocks(blocks, notes);
    return create("li", { "data-note": String(number), tabindex: "-1" }, [
      ...text,
      " ",
      createJump({
        text: "↩",
        label: (texts) => texts.backToText(number),
        to: `[data-refers="${number}"] button`,
      }),
    ]);
  });
  return create(
    "section",
    { class: "notes", "aria-label": (texts) => texts.footnotes },
    [create("ol", {}, items)],
  );
}
