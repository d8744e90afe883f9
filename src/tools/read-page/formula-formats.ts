import type { DomNode, FormatCallback } from "html-to-text";
import { attributeOf, findNode } from "./page-node.ts";

/**
 * Writes a formula once, as its source, of which a page may hold several
 * renderings; without a source, as its signs.
 */
export const formatFormula: FormatCallback = (element, walk, builder) => {
  const source = findNode(element, (node) => sourceOf(node) !== "");
  if (source === undefined) walk(element.children, builder);
  else builder.addInline(sourceOf(source));
};

function sourceOf(node: DomNode): string {
  if (node.name === "math") return attributeOf(node, "alttext");
  if (node.name === "img") return attributeOf(node, "alt");
  const isSource =
    node.name === "annotation" && /tex/i.test(attributeOf(node, "encoding"));
  return isSource ? (node.children[0]?.data ?? "").trim() : "";
}

/** Writes signs around an element's parts: `(a+b)/2`, `x_1^2`, `√(a+b)`. */
export const formatOperator: FormatCallback = (
  element,
  walk,
  builder,
  { before = "", between = "", after = "" },
) => {
  builder.addInline(before);
  const parts = element.children.filter(({ type }) => type === "tag");
  for (const [index, part] of parts.entries()) {
    builder.addInline(index === 0 ? "" : (between[index - 1] ?? ""));
    const isGroup = part.children.length > 1;
    if (isGroup) builder.addInline("(");
    walk([part], builder);
    if (isGroup) builder.addInline(")");
  }
  builder.addInline(after);
};
