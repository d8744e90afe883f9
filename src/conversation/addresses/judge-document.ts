import { decodeHTMLStrict } from "entities";
import type { Token } from "markdown-it";
import {
  textOf,
  type Block,
  type Content,
  type Document,
  type Formula,
  type Inline,
} from "../../document/document.ts";
import { findAddresses } from "../../document/find-addresses.ts";
import { parseTokens } from "../../document/parse-document.ts";
import {
  applyEdits,
  domainOf,
  findEdits,
  judgePiece,
  judgeText,
  type Judge,
} from "./judge-text.ts";

/**
 * The document with permitted links only. Any other address is its registrable
 * domain, as text: an honest reader finds the site, and nothing that was added
 * to the domain goes out.
 */
export function judgeDocument(document: Document, judge: Judge): Document {
  return document.map((block) => judgeBlock(block, judge));
}

function judgeBlock(block: Block, judge: Judge): Block {
  const judgeCells = (cells: readonly Content[]) =>
    cells.map((cell) => judgeContent(cell, judge));
  switch (block.type) {
    case "paragraph":
    case "heading":
      return { ...block, content: judgeContent(block.content, judge) };
    case "quote":
      return { ...block, blocks: judgeDocument(block.blocks, judge) };
    case "note":
      return {
        ...block,
        label: toLabel(block.label),
        blocks: judgeDocument(block.blocks, judge),
      };
    case "list":
      return {
        ...block,
        items: block.items.map((item) => ({
          ...item,
          blocks: judgeDocument(item.blocks, judge),
        })),
      };
    case "table":
      return {
        ...block,
        header: judgeCells(block.header),
        rows: block.rows.map(judgeCells),
      };
    case "code":
      return { ...block, text: judgeText(block.text, judge, { isCode: true }) };
    case "formula": {
      // Chats show it as text.
      const { source } = block.formula;
      const plain = plainFormula(block.formula);
      const text = judgeText(plain ?? source, judge);
      return plain === undefined && text === source
        ? block
        : { type: "html", text };
    }
    case "html":
      return { ...block, text: judgeText(decodeHidden(block.text), judge) };
    case "definition": {
      const url = URL.parse(block.address);
      const isSafe = url !== null && judge.permits(url);
      if (isSafe && block.label === toLabel(block.label)) return block;
      const shown = `[${block.label}]: ${block.address}`;
      const content = [{ type: "text", text: shown }] as const;
      return { type: "paragraph", content: judgeContent(content, judge) };
    }
    case "rule":
      return block;
  }
}

/** A label that cannot hold an address; the same for a note and its references. */
function toLabel(label: string): string {
  return label.replaceAll(/[^\p{L}\p{N}_ -]+/gu, "-").slice(0, 50);
}

/**
 * Judges a paragraph's text as a whole, since chats show it without its looks,
 * so an address may begin in one span and end in another; then piece by piece,
 * for clients that end an address with a look.
 */
function judgeContent(content: Content, judge: Judge): Content {
  const plain = content.flatMap((inline) => withoutLinks(inline, judge));
  const whole = applyEdits(plain, findEdits(textOf(plain), judge));
  return whole.map((inline) => judgePieces(inline, judge));
}

function judgePieces(inline: Inline, judge: Judge): Inline {
  switch (inline.type) {
    case "text":
      return { ...inline, text: judgePiece(inline.text, judge) };
    case "code":
      return {
        ...inline,
        text: judgeText(inline.text, judge, { isCode: true }),
      };
    case "formula": {
      const text = judgePiece(inline.source, judge);
      return text === inline.source ? inline : { type: "text", text };
    }
    case "link":
    case "image":
    case "bold":
    case "italic":
    case "strikethrough": {
      if (inline.type === "link" && inline.isBare) return inline;
      const content = inline.content.map((one) => judgePieces(one, judge));
      return { ...inline, content };
    }
    case "break":
    case "reference":
      return inline;
  }
}

/**
 * HTML is shown as text, but a client may read it as HTML: character references
 * that hide an address are decoded.
 */
function decodeHidden(text: string): string {
  if (!/&#?\w+;/.test(text)) return text;
  const decoded = decodeHTMLStrict(text);
  const found = findAddresses(decoded).length > findAddresses(text).length;
  return found ? decoded : text;
}

/**
 * The text of a formula, if clients without formulas would find an address in
 * it: they read it as Markdown.
 */
function plainFormula({ source, tex }: Formula): string | undefined {
  const read = decodeHTMLStrict(source).replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "");
  const found = findAddresses(read).length > findAddresses(source).length;
  return found || hasLinks(parseTokens(tex)) ? read : undefined;
}

function hasLinks(tokens: readonly Token[] | null): boolean {
  return (tokens ?? []).some(
    ({ type, children }) =>
      /^(?:link_open|image|definition|html_)/.test(type) || hasLinks(children),
  );
}

/** Writers show the address of a link that has no text. */
function withText(content: Content, address: string): Content {
  return textOf(content).trim() === "" && address !== ""
    ? [{ type: "text", text: address }]
    : content;
}

/**
 * Some chats write the address behind a link's text, so a host in it ends there,
 * whatever follows.
 */
function endOf(content: Content): Content {
  return findAddresses(textOf(content)).length > 0
    ? [{ type: "text", text: "\u200B" }]
    : [];
}

/** Keeps permitted links; others become text, with their domain behind it. */
function withoutLinks(inline: Inline, judge: Judge): Content {
  if (inline.type === "text")
    return [{ ...inline, text: decodeHidden(inline.text) }];
  if (inline.type === "formula") {
    const text = plainFormula(inline);
    return text === undefined ? [inline] : [{ type: "text", text }];
  }
  if (!("content" in inline)) return [inline];
  const content = inline.content.flatMap((one) => withoutLinks(one, judge));
  if (inline.type !== "link" && inline.type !== "image")
    return [{ ...inline, content }];
  const { address = "" } = inline;
  // The text is the address, and is judged itself.
  const isText = URL.parse(textOf(content))?.href === address;
  if (inline.type === "link" && (inline.isBare || isText)) return content;
  const url = URL.parse(address);
  if (url === null || judge.permits(url))
    return [
      { ...inline, content: withText(content, address) },
      ...endOf(content),
    ];
  const open = inline.type === "image" ? "![" : "[";
  const close = `] (${domainOf(url) ?? judge.note})`;
  return [
    { type: "text", text: open },
    ...content,
    { type: "text", text: close },
  ];
}
