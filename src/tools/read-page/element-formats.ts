import type { DomNode, FormatCallback } from "html-to-text";
import { attributeOf, findNode, isHidden } from "./page-node.ts";

/** Drops what nobody sees; anything else is written as its other rules say. */
export const formatUnlessHidden: FormatCallback = (element, walk, builder) => {
  if (isHidden(element)) return;
  delete element.attribs.hidden;
  delete element.attribs.style;
  walk([element], builder);
};

/** Collects the texts of the outermost elements. */
export function createRegionFormat(texts: string[]): FormatCallback {
  let depth = 0;
  return ({ children }, walk, builder) => {
    depth++;
    builder.openBlock({ leadingLineBreaks: 2 });
    walk(children, builder);
    depth--;
    builder.closeBlock({
      trailingLineBreaks: 2,
      blockTransform: (text) => {
        if (depth === 0 && text.trim() !== "") texts.push(text);
        return text;
      },
    });
  };
}

/** Marks headings as Markdown does. */
export const formatHeading: FormatCallback = (element, walk, builder) => {
  const level = Number(element.name?.slice(1));
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) =>
      text === "" ? "" : `${"#".repeat(level)} ${text}`,
  });
};

/** Marks superscript numbers, so that 10⁹ does not become 109. */
export const formatSuperscript: FormatCallback = (element, walk, builder) => {
  let first = element.children[0];
  while (first?.type === "tag") first = first.children[0];
  if (/^\s*[-+−]?\d/.test(first?.data ?? "")) builder.addInline("^");
  walk(element.children, builder);
};

/**
 * Lists within more lists are blocks: each level indents all of its lines
 * again.
 */
const MAX_LISTS = 8;

/**
 * Bounds the package's lists, numbers all ordered ones in digits, and leaves out
 * empty items.
 */
export function createListFormat(): FormatCallback {
  let depth = 0;
  return (element, walk, builder) => {
    const { formatters } = builder.options;
    const kind = element.name === "ol" ? "orderedList" : "unorderedList";
    const format = formatters[depth < MAX_LISTS ? kind : "block"];
    const start = attributeOf(element, "start");
    element.attribs = { start: /^-?\d{1,9}$/.test(start) ? start : "1" };
    element.children = element.children.filter(hasText);
    depth++;
    format?.(element, walk, builder, { itemPrefix: "- " });
    depth--;
  };
}

function hasText(node: DomNode): boolean {
  const isText = ({ type, data = "" }: DomNode) =>
    type === "text" && data.trim() !== "";
  return findNode(node, isText) !== undefined;
}
