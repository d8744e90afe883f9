import { parseMarkup } from "./markup.ts";

/** Renders one of the page's texts. */
export function write(
  ...text: Parameters<typeof parseMarkup>
): (Node | string)[] {
  return parseMarkup(...text).map((piece) => {
    if (piece.kind === "link") {
      const { text: label, address: href } = piece;
      const isOutside = href.startsWith("https://");
      const target = isOutside && { target: "_blank", rel: "noopener" };
      return create("a", { href, ...target }, [label]);
    }
    return piece.kind === "code"
      ? create("code", {}, [piece.text])
      : piece.text;
  });
}

/** `false` is left out. */
export type Child = Node | string | false;

export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | false>> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(attribute, value);
  element.append(...children.filter((child) => child !== false));
  return element;
}
