import type { ComponentChildren } from "preact";
import type {
  Block,
  Content,
  List,
  ListItem,
  Note,
  Table,
} from "../../../document/document.ts";
import { texts } from "../current-texts.ts";
import { ScrollBox } from "../parts/elements.tsx";
import { drawInlines } from "./draw-inlines.tsx";
import { CodeView, FormulaView } from "./loaded-views.tsx";
import { drawJumpBack } from "./notes.tsx";

/** Headings below the page's own h1 and h2. */
const HEADINGS = ["h3", "h4", "h5"] as const;

export function drawBlock(block: Block): ComponentChildren {
  switch (block.type) {
    case "paragraph":
      return <p>{drawInlines(block.content)}</p>;
    case "heading": {
      const Heading = HEADINGS[block.level - 1] ?? "h6";
      return <Heading>{drawInlines(block.content)}</Heading>;
    }
    case "rule":
      return <hr />;
    case "quote":
      return <blockquote>{block.blocks.map(drawBlock)}</blockquote>;
    case "list":
      return drawList(block);
    case "table":
      return drawTable(block);
    case "code":
      return <CodeView {...block} />;
    case "formula":
      return <FormulaView {...block.formula} />;
    case "html":
      return <p class="raw">{block.text}</p>;
    case "definition":
      return block.isUsed || <p>{`[${block.label}]: ${block.address}`}</p>;
    // `drawNotes` shows them below the text.
    case "note":
      return undefined;
  }
}

function drawList({ start, isLoose, items }: List) {
  const rows = items.map((item) => drawItem(item, isLoose));
  if (start === undefined) return <ul>{rows}</ul>;
  return <ol start={start === 1 ? undefined : start}>{rows}</ol>;
}

function drawItem({ isDone, blocks }: ListItem, isLoose: boolean) {
  const children = blocks.map((block) =>
    block.type === "paragraph" && !isLoose
      ? drawInlines(block.content)
      : drawBlock(block),
  );
  if (isDone === undefined) return <li>{children}</li>;
  const name = isDone ? texts.value.taskDone : texts.value.taskOpen;
  return (
    <li class="task">
      <input type="checkbox" checked={isDone} disabled aria-label={name} />{" "}
      {children}
    </li>
  );
}

function drawTable({ align, header, rows }: Table) {
  const drawRow = (Cell: "th" | "td", cells: readonly Content[]) => (
    <tr>
      {cells.map((cell, column) => (
        <Cell
          scope={Cell === "th" ? "col" : undefined}
          class={align[column] ? `align-${align[column]}` : undefined}
        >
          {drawInlines(cell)}
        </Cell>
      ))}
    </tr>
  );
  return (
    <ScrollBox class="table" aria-label={texts.value.table}>
      <table>
        <thead>{drawRow("th", header)}</thead>
        <tbody>{rows.map((row) => drawRow("td", row))}</tbody>
      </table>
    </ScrollBox>
  );
}

export function drawNotes(notes: readonly Note[]) {
  return (
    <section class="notes" aria-label={texts.value.footnotes}>
      <ol>
        {notes.map(({ blocks }, index) => (
          <li data-note={index + 1} tabindex={-1}>
            {drawNote(blocks)} {drawJumpBack(index + 1)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function drawNote(blocks: readonly Block[]): ComponentChildren {
  const [only, ...others] = blocks;
  return only?.type === "paragraph" && others.length === 0
    ? drawInlines(only.content)
    : blocks.map(drawBlock);
}
