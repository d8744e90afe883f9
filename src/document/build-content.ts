import type { Token } from "markdown-it";
import type { Content, Formula, Image, Inline } from "./document.ts";
import {
  findAddresses,
  toAddress,
  type FoundAddress,
} from "./find-addresses.ts";

/** A token with those between it and its end. */
export interface Node {
  readonly token: Token;
  readonly children: readonly Node[];
}

export function nest(tokens: readonly Token[]): readonly Node[] {
  const root: Node[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const children: Node[] = [];
    open.at(-1)?.push({ token, children });
    if (token.nesting > 0) open.push(children);
  }
  return root;
}

/** Builds the text of a paragraph, heading or cell. */
export function buildContent(
  nodes: readonly Node[],
  isLinked = false,
): Content {
  const content = nodes.flatMap((node) => toInline(node, isLinked));
  const joined: Inline[] = [];
  for (const inline of content) {
    const last = joined.at(-1);
    if (inline.type === "text" && last?.type === "text")
      joined[joined.length - 1] = { ...last, text: last.text + inline.text };
    else joined.push(inline);
  }
  const texts = joined.filter(
    (inline) => inline.type !== "text" || inline.text !== "",
  );
  return isLinked ? texts : texts.flatMap(linkAddresses);
}

function toInline(
  { token, children }: Node,
  isLinked: boolean,
): readonly Inline[] {
  const { content: text, markup } = token;
  const span = (type: "bold" | "italic" | "strikethrough"): Inline => ({
    type,
    mark: markup,
    content: buildContent(children, isLinked),
  });
  switch (token.type) {
    case "text":
    case "text_special":
      return [{ type: "text", text }];
    case "strong_open":
      return [span("bold")];
    case "em_open":
      return [span("italic")];
    case "s_open":
      return [span("strikethrough")];
    case "code_inline":
      return [{ type: "code", text }];
    case "softbreak":
    case "hardbreak":
      return [{ type: "break", isHard: token.type === "hardbreak" }];
    case "math_inline":
      return [toFormula(token)];
    case "footnote_ref":
      return [{ type: "reference", label: String(token.meta?.["label"]) }];
    case "link_open":
      return toLink(token, buildContent(children, true));
    case "image":
      return [toImage(token)];
    case "html_inline":
      // The only tag that models need, for table cells.
      return /^<br\s*\/?>$/i.test(text)
        ? [{ type: "break", isHard: true }]
        : [{ type: "text", text }];
    default:
      return [];
  }
}

/** A link without an address that can be opened is only its text. */
function toLink(token: Token, content: Content): readonly Inline[] {
  const address = toAddress(String(token.attrGet("href")));
  if (address === undefined) return content;
  const isBare = token.markup === "autolink";
  return [{ type: "link", address, content, ...(isBare && { isBare }) }];
}

function toImage(token: Token): Image {
  const address = toAddress(String(token.attrGet("src")));
  const content = buildContent(nest(token.children ?? []), true);
  return { type: "image", content, ...(address !== undefined && { address }) };
}

/** @param edge between the delimiters and the formula */
export function toFormula({ content, markup }: Token, edge = ""): Formula {
  const isDisplay = markup === "$$" || markup === "\\[";
  const close = markup === "\\[" ? "\\]" : markup === "\\(" ? "\\)" : markup;
  const source = `${markup}${edge}${content}${edge}${close}`;
  return { type: "formula", tex: content.trim(), isDisplay, source };
}

/** Links what GitHub Flavored Markdown links in plain text. */
function linkAddresses(inline: Inline): readonly Inline[] {
  if (inline.type !== "text") return [inline];
  const { text } = inline;
  const parts: Inline[] = [];
  let done = 0;
  for (const found of findAddresses(text)) {
    const address = linkedBy(found, text);
    if (address === undefined) continue;
    const { start, end } = found;
    if (start > done)
      parts.push({ type: "text", text: text.slice(done, start) });
    const shown = { type: "text", text: text.slice(start, end) } as const;
    parts.push({ type: "link", address, content: [shown], isBare: true });
    done = end;
  }
  if (done === 0) return [inline];
  if (done < text.length) parts.push({ type: "text", text: text.slice(done) });
  return parts;
}

function linkedBy(
  { start, kind, url, isJoined }: FoundAddress,
  text: string,
): string | undefined {
  const isLinked =
    kind === "mail" ||
    /^(?:https?:\/\/|mailto:|www\.)/i.test(text.slice(start, start + 8));
  return isLinked && !isJoined && url !== null
    ? toAddress(url.href)
    : undefined;
}
