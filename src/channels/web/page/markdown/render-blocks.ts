import type { Token, Tokens } from "marked";
import { create, createScrollBox, type Child } from "../elements.ts";
import type { NoteDefinition } from "./footnotes.ts";
import { createJump } from "./note-jumps.ts";
import {
  isBlockToken,
  parseMarkdown,
  type BlockToken,
} from "./parse-markdown.ts";
import { renderCode } from "./render-code.ts";
import { renderFormula } from "./render-formula.ts";
import { renderInline } from "./render-inline.ts";

/** Headings below the page's own h1 and h2. */
const headings = ["h3", "h4", "h5"] as const;

/** Renders blocks as elements and text nodes only. */
function renderBlocks(tokens: readonly Token[]): Child[] {
  return tokens.flatMap((token) =>
    isBlockToken(token) ? renderBlock(token) : renderInline([token]),
  );
}

function renderBlock(token: BlockToken): Child[] {
  switch (token.type) {
    case "space":
    case "def":
    // `renderNotes` shows them below the text.
    case "noteDefinition":
      return [];
    case "formula":
      return [renderFormula(token)];
    case "paragraph":
      return [create("p", {}, renderInline(token.tokens))];
    case "heading":
      return [
        create(
          headings[token.depth - 1] ?? "h6",
          {},
          renderInline(token.tokens),
        ),
      ];
    case "hr":
      return [create("hr")];
    case "blockquote":
      return [create("blockquote", {}, renderBlocks(token.tokens))];
    case "list":
      return [renderList(token)];
    case "table":
      return [renderTable(token)];
    case "code":
      return [renderCode(token)];
    case "html":
    default:
      return token.block
        ? [create("p", { class: "raw" }, [token.raw.trimEnd()])]
        : renderInline([token]);
  }
}

function renderList(list: Tokens.List): HTMLElement {
  const items = list.items.map((item) =>
    create("li", { class: item.task && "task" }, renderBlocks(item.tokens)),
  );
  if (!list.ordered) return create("ul", {}, items);
  const start = list.start === "" ? 1 : list.start;
  return create("ol", { start: start !== 1 && String(start) }, items);
}

function renderTable(table: Tokens.Table): HTMLElement {
  const head = table.header.map((cell) => renderCell("th", cell));
  const rows = table.rows.map((row) =>
    create(
      "tr",
      {},
      row.map((cell) => renderCell("td", cell)),
    ),
  );
  const content = create("table", {}, [
    create("thead", {}, [create("tr", {}, head)]),
    create("tbody", {}, rows),
  ]);
  return createScrollBox((texts) => texts.table, { class: "table" }, [content]);
}

function renderCell(
  name: "th" | "td",
  { align, tokens }: Tokens.TableCell,
): HTMLElement {
  return create(
    name,
    {
      scope: name === "th" && "col",
      class: align !== null && `align-${align}`,
    },
    renderInline(tokens),
  );
}

function renderNotes(notes: readonly NoteDefinition[]): HTMLElement {
  const items = notes.map(({ tokens }, index) => {
    const number = index + 1;
    return create("li", { "data-note": String(number), tabindex: "-1" }, [
      ...renderInline(tokens),
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

interface MarkdownView {
  readonly element: HTMLElement;
  show(markdown: string): void;
}

/**
 * Renders Markdown as it streams in. Unchanged blocks keep their nodes, and
 * thereby selections and scroll positions.
 */
export function createMarkdownView(): MarkdownView {
  const element = create("div", { class: "markdown", dir: "auto" });
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
      box: createBox([], renderBlocks([block])),
    }));
    shown = [...shown.slice(0, same), ...fresh];
    shownTargets = targetsKey;
    for (const stale of [...element.children].slice(same)) stale.remove();
    element.append(...fresh.map(({ box }) => box));
    if (notes.length > 0) element.append(createBox([], [renderNotes(notes)]));
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
    return create("div", { class: ["block", ...classes].join(" ") }, children);
  }

  return { element, show };
}
