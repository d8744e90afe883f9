import type { Child, Elements } from "../elements.ts";
import {
  type BlockToken,
  isBlockToken,
  parseMarkdown,
} from "./parse-markdown.ts";
import { renderCode } from "./render-code.ts";
import { renderFormula } from "./render-formula.ts";
import { renderInline } from "./render-inline.ts";
import { renderNotes } from "./render-notes.ts";
import type { Token, Tokens } from "marked";

/** The page's own headings are h1 and h2; those of an answer come below them. */
const headings = ["h3", "h4", "h5"] as const;

/** Nodes for the blocks of a Markdown text, made of elements and text nodes only. */
function renderBlocks(tokens: readonly Token[], elements: Elements): Child[] {
  return tokens.flatMap((token) =>
    isBlockToken(token)
      ? renderBlock(token, elements)
      : renderInline([token], elements),
  );
}

function renderBlock(token: BlockToken, elements: Elements): Child[] {
  switch (token.type) {
    case "space":
    case "def":
    // Below all of the text.
    case "noteDefinition":
      return [];
    case "formula":
      return [renderFormula(token, elements)];
    case "paragraph":
      return [elements.create("p", {}, renderInline(token.tokens, elements))];
    case "heading":
      return [
        elements.create(
          headings[token.depth - 1] ?? "h6",
          {},
          renderInline(token.tokens, elements),
        ),
      ];
    case "hr":
      return [elements.create("hr")];
    case "blockquote":
      return [
        elements.create("blockquote", {}, renderBlocks(token.tokens, elements)),
      ];
    case "list":
      return [renderList(token, elements)];
    case "table":
      return [renderTable(token, elements)];
    case "code":
      return [renderCode(token, elements)];
    case "html":
    default:
      return token.block
        ? [elements.create("p", { class: "raw" }, [token.raw.trimEnd()])]
        : renderInline([token], elements);
  }
}

function renderList(list: Tokens.List, elements: Elements): HTMLElement {
  const items = list.items.map((item) =>
    elements.create(
      "li",
      item.task ? { class: "task" } : {},
      renderBlocks(item.tokens, elements),
    ),
  );
  if (!list.ordered) return elements.create("ul", {}, items);
  const start = list.start === "" ? 1 : list.start;
  return elements.create(
    "ol",
    start === 1 ? {} : { start: String(start) },
    items,
  );
}

function renderTable(table: Tokens.Table, elements: Elements): HTMLElement {
  const head = table.header.map((cell) => renderCell("th", cell, elements));
  const rows = table.rows.map((row) =>
    elements.create(
      "tr",
      {},
      row.map((cell) => renderCell("td", cell, elements)),
    ),
  );
  // Wide tables scroll in their own box, which the keyboard can reach.
  return elements.create(
    "div",
    {
      class: "table",
      role: "group",
      tabindex: "0",
      "aria-label": (texts) => texts.table,
    },
    [
      elements.create("table", {}, [
        elements.create("thead", {}, [elements.create("tr", {}, head)]),
        elements.create("tbody", {}, rows),
      ]),
    ],
  );
}

function renderCell(
  name: "th" | "td",
  { align, tokens }: Tokens.TableCell,
  elements: Elements,
): HTMLElement {
  return elements.create(
    name,
    {
      ...(name === "th" ? { scope: "col" } : {}),
      ...(align === null ? {} : { class: `align-${align}` }),
    },
    renderInline(tokens, elements),
  );
}

interface MarkdownView {
  readonly element: HTMLElement;
  show(markdown: string): void;
}

/** Shows Markdown that grows while it is written. Blocks that stay the same keep their nodes, and so selections and scroll positions. */
export function createMarkdownView(elements: Elements): MarkdownView {
  const element = elements.create("div", { class: "markdown", dir: "auto" });
  let shown: readonly { raw: string; box: HTMLElement }[] = [];
  let shownTargets = "";

  function show(markdown: string): void {
    const parsed = parseMarkdown(markdown);
    if (parsed === undefined) {
      element.replaceChildren(createBox(["raw"], [markdown]));
      shown = [];
      return;
    }
    const { blocks, notes, targetsKey } = parsed;
    const same = targetsKey === shownTargets ? countSame(blocks) : 0;
    const fresh = blocks.slice(same).map((block) => ({
      raw: block.raw,
      box: createBox([], renderBlocks([block], elements)),
    }));
    shown = [...shown.slice(0, same), ...fresh];
    shownTargets = targetsKey;
    for (const stale of [...element.children].slice(same)) stale.remove();
    element.append(...fresh.map(({ box }) => box));
    // The notes come last.
    if (notes.length > 0)
      element.append(createBox([], [renderNotes(notes, elements)]));
  }

  function countSame(blocks: readonly { raw: string }[]): number {
    const first = blocks.findIndex(
      ({ raw }, index) => raw !== shown[index]?.raw,
    );
    return first < 0 ? blocks.length : first;
  }

  function createBox(
    classes: readonly string[],
    children: readonly Child[],
  ): HTMLElement {
    return elements.create(
      "div",
      { class: ["block", ...classes].join(" ") },
      children,
    );
  }

  return { element, show };
}
