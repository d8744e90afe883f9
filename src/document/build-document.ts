import type { Token } from "markdown-it";
import { buildContent, nest, toFormula, type Node } from "./build-content.ts";
import type {
  Alignment,
  Block,
  Code,
  Content,
  Document,
  List,
  ListItem,
  Table,
} from "./document.ts";
import { toAddress } from "./find-addresses.ts";

/** Builds the tree of a parser's tokens. */
export function buildDocument(tokens: readonly Token[]): Document {
  const used = new Set(tokens.flatMap(({ children }) => targetsOf(children)));
  return nest(tokens).flatMap((node) => toBlocks(node, used));
}

/** The addresses of links and images, as written. */
function targetsOf(tokens: readonly Token[] | null): readonly string[] {
  return (tokens ?? []).flatMap((token) => [
    String(token.attrGet(token.type === "image" ? "src" : "href")),
    ...targetsOf(token.children),
  ]);
}

type Used = ReadonlySet<string>;

function toBlocks(node: Node, used: Used): Document {
  const { token, children } = node;
  const blocks = (): Document =>
    children.flatMap((child) => toBlocks(child, used));
  switch (token.type) {
    case "paragraph_open":
      return [{ type: "paragraph", content: contentOf(node) }];
    case "heading_open":
      return [toHeading(node)];
    case "blockquote_open":
      return [{ type: "quote", blocks: blocks() }];
    case "bullet_list_open":
    case "ordered_list_open":
      return [toList(node, used)];
    case "table_open":
      return [toTable(node)];
    case "fence":
      return [toCode(token)];
    case "code_block":
      return [{ type: "code", text: token.content.replace(/\n$/, "") }];
    case "hr":
      return [{ type: "rule" }];
    case "html_block":
      return [{ type: "html", text: token.content.trimEnd() }];
    case "math_block":
      return [{ type: "formula", formula: toFormula(token, "\n") }];
    case "definition":
      return [toDefinition(token, used)];
    case "footnote_reference_open":
      return [{ type: "note", label: labelOf(token), blocks: blocks() }];
    default:
      return [];
  }
}

function contentOf({ children }: Node): Content {
  return children.flatMap(({ token: { children: tokens, content } }) =>
    tokens?.some(({ level }) => level > MAX_DEPTH)
      ? [{ type: "text", text: content }]
      : buildContent(nest(tokens ?? [])),
  );
}

/** Text with emphasis nested deeper is shown as it is. */
const MAX_DEPTH = 20;

function toHeading(node: Node): Block {
  const { tag, markup } = node.token;
  return {
    type: "heading",
    level: Number(tag.slice(1)),
    ...(!markup.startsWith("#") && { underline: markup }),
    content: contentOf(node),
  };
}

function toList({ token, children }: Node, used: Used): List {
  return {
    type: "list",
    mark: token.markup,
    ...(token.type === "ordered_list_open" && {
      start: Number(token.attrGet("start") ?? 1),
    }),
    isLoose: children.some((item) =>
      item.children.some(
        ({ token: { type, hidden } }) => type === "paragraph_open" && !hidden,
      ),
    ),
    items: children.map((item, index) => ({
      ...toItem(item, used),
      ...(isSpaced(item, children[index + 1]) && { isSpaced: true }),
    })),
  };
}

function toItem({ children }: Node, used: Used): ListItem {
  const blocks = children.flatMap((child) => toBlocks(child, used));
  const [first, ...others] = blocks;
  const [text, ...rest] = first?.type === "paragraph" ? first.content : [];
  if (first?.type !== "paragraph" || text?.type !== "text") return { blocks };
  const [mark, box] = /^\[([ xX])\]\s+/.exec(text.text) ?? [];
  if (mark === undefined) return { blocks };
  const task = { ...text, text: text.text.slice(mark.length) };
  return {
    isDone: box !== " ",
    blocks: [{ ...first, content: [task, ...rest] }, ...others],
  };
}

/** Whether there is a blank line between two items. */
function isSpaced(item: Node, next: Node | undefined): boolean {
  const [start] = next?.token.map ?? [];
  const end = endOf(item);
  return start !== undefined && end !== undefined && end < start;
}

/** The line after its last text; a list's own end is after blank lines. */
function endOf({ token, children }: Node): number | undefined {
  const last = children.findLast((child) => child.token.map !== null);
  return last === undefined ? token.map?.[1] : endOf(last);
}

function toTable({ children }: Node): Table {
  const [header, ...rows] = children.flatMap((part) => part.children);
  return {
    type: "table",
    align: (header?.children ?? []).map(({ token }) => alignmentOf(token)),
    header: (header?.children ?? []).map(contentOf),
    rows: rows.map((row) => row.children.map(contentOf)),
  };
}

function alignmentOf(token: Token): Alignment {
  const style = String(token.attrGet("style"));
  const sides = ["left", "center", "right"] as const;
  return sides.find((side) => style === `text-align:${side}`) ?? null;
}

function toCode({ content, info, map }: Token): Code {
  const text = content.replace(/\n$/, "");
  const lines = content === "" ? 0 : text.split("\n").length;
  const [start, end] = map ?? [0, 0];
  const isOpen = end - start < lines + 2;
  return { type: "code", text, info, ...(isOpen && { isOpen }) };
}

function toDefinition(token: Token, used: Used): Block {
  const written = String(token.meta?.["address"]);
  return {
    type: "definition",
    label: labelOf(token),
    address: toAddress(written) ?? written,
    isUsed: used.has(written),
  };
}

function labelOf({ meta }: Token): string {
  return String(meta?.["label"]);
}
