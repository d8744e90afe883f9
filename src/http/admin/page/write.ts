export type Values = Readonly<Record<string, string | number>>;

/** Code in backticks, `{set:NAME}` or `{set:NAME and NAME}`, and links. */
const MARKUP = /`([^`]+)`|\{set:([^}]+)\}|\[([^\]]+)\]\(([^)]+)\)/g;

/**
 * Renders one of the page's texts. Values are inserted as text only.
 * @param setText how to set a variable, e.g. "run `npx wrangler secret put
 * {name}`"
 */
export function write(
  text: string,
  { values = {}, setText = "" }: { values?: Values; setText?: string } = {},
): (Node | string)[] {
  const fill = (piece: string) =>
    piece.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? ""),
    );
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    nodes.push(fill(text.slice(end, match.index)));
    end = match.index + match[0].length;
    const [, code, variables, label = "", address = ""] = match;
    if (variables !== undefined)
      nodes.push(...write(nameAll(setText, variables)));
    else if (code !== undefined) nodes.push(create("code", {}, [fill(code)]));
    else {
      const href = fill(address);
      const isOutside = href.startsWith("https://");
      nodes.push(
        create(
          "a",
          { href, ...(isOutside && { target: "_blank", rel: "noopener" }) },
          [fill(label)],
        ),
      );
    }
  }
  nodes.push(fill(text.slice(end)));
  return nodes;
}

/** “A and B” in “run `put {name}`” becomes “run `put A` and `put B`”. */
function nameAll(setText: string, variables: string): string {
  return setText.replace(/`[^`]*\{name\}`/, (code) =>
    variables.replaceAll(/[A-Z_]+/g, (name) => code.replace("{name}", name)),
  );
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
