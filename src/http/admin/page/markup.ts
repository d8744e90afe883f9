export type Values = Readonly<Record<string, string | number>>;

/** How to set a variable, e.g. "run `npx wrangler secret put {name}`". */
interface Filling {
  readonly values?: Values;
  readonly setText?: string;
}

export type Piece =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly address: string };

/** Code in backticks, `{set:NAME}` or `{set:NAME and NAME}`, and links. */
const MARKUP = /`([^`]+)`|\{set:([^}]+)\}|\[([^\]]+)\]\(([^)]+)\)/g;

/** Reads one of the page's texts. Values are inserted as text only. */
export function parseMarkup(
  text: string,
  { values = {}, setText = "" }: Filling = {},
): readonly Piece[] {
  const fill = (piece: string) =>
    piece.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(values[name] ?? ""),
    );
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    pieces.push({ kind: "text", text: fill(text.slice(end, match.index)) });
    end = match.index + match[0].length;
    const [, code, variables, label = "", address = ""] = match;
    if (variables !== undefined)
      pieces.push(...parseMarkup(nameAll(setText, variables)));
    else if (code !== undefined)
      pieces.push({ kind: "code", text: fill(code) });
    else
      pieces.push({ kind: "link", text: fill(label), address: fill(address) });
  }
  pieces.push({ kind: "text", text: fill(text.slice(end)) });
  return pieces;
}

/** “A and B” in “run `put {name}`” becomes “run `put A` and `put B`”. */
function nameAll(setText: string, variables: string): string {
  return setText.replace(/`[^`]*\{name\}`/, (code) =>
    variables.replaceAll(/[A-Z_]+/g, (name) => code.replace("{name}", name)),
  );
}

/** For a terminal. */
export function toPlainText(text: string, filling: Filling): string {
  return parseMarkup(text, filling)
    .map((piece) => (piece.kind === "code" ? `\`${piece.text}\`` : piece.text))
    .join("");
}
