import type { DomNode } from "html-to-text";

/** Attributes are cut to this length. */
const MAX_LENGTH = 500;

/** An element's attribute; empty if it has none of this name. */
export function attributeOf({ attribs }: DomNode, name: string): string {
  const attributes: Readonly<Record<string, string>> = attribs ?? {};
  return (attributes[name] ?? "").slice(0, MAX_LENGTH);
}

function hasAttribute({ attribs }: DomNode, name: string): boolean {
  return attribs?.[name] !== undefined;
}

/** Whether nobody sees an element. */
export function isHidden(element: DomNode): boolean {
  return (
    (hasAttribute(element, "hidden") &&
      attributeOf(element, "hidden") !== "until-found") ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(
      attributeOf(element, "style"),
    )
  );
}

/** The first node that passes, from the node itself on, in document order. */
export function findNode(
  node: DomNode,
  test: (node: DomNode) => boolean,
): DomNode | undefined {
  if (test(node)) return node;
  // Texts have no children, whatever their type says.
  for (const child of node.children ?? []) {
    const found = findNode(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}
