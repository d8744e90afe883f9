import type {
  Block,
  Code,
  Content,
  Document,
  Image,
  Inline,
  Link,
  List,
  ListItem,
  Quote,
  Table,
} from "../../document/document.ts";
import {
  joinStyledTexts,
  mergeAlike,
  PLAIN,
  plainText,
  SENTENCE_END,
  styled,
  type Run,
  type Style,
  type StyledText,
} from "./styled-text.ts";
import { tableToText } from "./table-to-text.ts";

/**
 * Writes a document in the styles that chats support, without losing content.
 */
export function toStyledText(document: Document): StyledText {
  return mergeAlike(writeBlocks(document, PLAIN));
}

function writeBlocks(
  blocks: Document,
  style: Style,
  separator = "\n\n",
): StyledText {
  return joinStyledTexts(
    blocks.map((block) => writeBlock(block, style)),
    styled(separator, style),
  );
}

function writeBlock(block: Block, style: Style): StyledText {
  switch (block.type) {
    case "paragraph":
      return writeContent(block.content, style);
    case "heading":
      return writeContent(block.content, { ...style, bold: true });
    case "quote":
      return writeQuote(block, style);
    case "list":
      return writeList(block, style);
    case "table":
      return styled(layTableOut(block), { ...style, pre: "" });
    case "code":
      return styled(codeOf(block), { ...style, pre: languageOf(block) });
    case "formula":
      return styled(block.formula.source, style);
    case "html":
      return styled(block.text.replace(/<br\s*\/?>/gi, "\n"), style);
    case "definition":
      return block.isUsed
        ? []
        : styled(`[${block.label}]: ${block.address}`, style);
    case "note":
      return [
        ...styled(`[${block.label}] `, style),
        ...writeBlocks(block.blocks, style),
      ];
    case "rule":
      return styled("———", style);
  }
}

function writeContent(content: Content, style: Style): StyledText {
  return content.flatMap((inline) => writeInline(inline, style));
}

function writeInline(inline: Inline, style: Style): StyledText {
  switch (inline.type) {
    case "text":
      return styled(inline.text, style);
    case "bold":
    case "italic":
    case "strikethrough":
      return writeContent(inline.content, { ...style, [inline.type]: true });
    case "code":
      return styled(inline.text, { ...style, code: true });
    case "break":
      return styled("\n", style);
    case "formula":
      return styled(inline.source, style);
    case "reference":
      return styled(`[${inline.label}]`, style);
    case "link":
      return writeLink(inline, style);
    case "image":
      return writeImage(inline, style);
  }
}

/** Long quotes are folded if the platform can. Nested quotes become one. */
function writeQuote({ blocks }: Quote, style: Style): StyledText {
  const text = writeBlocks(blocks, { ...style, quote: "open" });
  const plain = plainText(text);
  return plain.length > MAX_OPEN_QUOTE.length ||
    plain.split("\n", MAX_OPEN_QUOTE.lines + 1).length > MAX_OPEN_QUOTE.lines
    ? text.map((run) => ({ ...run, style: { ...run.style, quote: "folded" } }))
    : text;
}

const MAX_OPEN_QUOTE = { length: 1_000, lines: 12 };

/**
 * Platforms reject an empty block, so it shows a sign once its fence is closed.
 */
function codeOf({ text, isOpen }: Code): string {
  const code = text.trimEnd();
  return code === "" && !isOpen ? "∅" : code;
}

/** The first word of the info string, if it looks like a language. */
function languageOf({ info = "" }: Code): string {
  return /^[\w+#.-]{1,40}/.exec(info)?.[0] ?? "";
}

function writeList(list: List, style: Style): StyledText {
  const separator = list.isLoose ? "\n\n" : "\n";
  const items = list.items.map((item, index) => {
    const mark = markOf(item, list, index);
    const content = writeBlocks(item.blocks, style, separator);
    return [
      ...styled(mark, style),
      ...indent(content, " ".repeat(mark.length)),
    ];
  });
  return joinStyledTexts(items, styled(separator, style));
}

function markOf({ isDone }: ListItem, { start }: List, index: number): string {
  if (isDone !== undefined) return isDone ? "☑ " : "☐ ";
  return start === undefined ? "• " : `${start + index}. `;
}

/** Indents all lines but the first, except in code, where spaces matter. */
function indent(text: StyledText, indentation: string): StyledText {
  return text.map((run, index) => {
    if (run.style.pre !== undefined) return run;
    const next = text[index + 1];
    const lineStart =
      next !== undefined && beginsBlock(next, run)
        ? /\n(?=[^\n])/g
        : /\n(?!\n)/g;
    const lines = run.text.replace(lineStart, `\n${indentation}`);
    return { text: lines, style: run.style };
  });
}

/** Whether the run starts a block, which indentation would push down. */
function beginsBlock({ style }: Run, previous: Run): boolean {
  return (
    style.pre !== undefined ||
    (style.quote !== undefined && previous.style.quote === undefined)
  );
}

function layTableOut({ header, rows, align }: Table): string {
  return tableToText({
    header: header.map(cellText),
    rows: rows.map((row) => row.map(cellText)),
    align,
  });
}

/**
 * Joins a cell to one line. A link's address is written out, because monospaced
 * text has no links.
 */
function cellText(cell: Content): string {
  const runs = writeContent(cell, PLAIN);
  const texts = runs.map(({ text, style: { link } }, index) => {
    const next = runs[index + 1];
    if (link === undefined || next?.style.link === link) return text;
    const space = SENTENCE_END.test(next?.text ?? "") ? "" : " ";
    return `${text} (${link})${space}`;
  });
  return texts.join("").replace(/\s+/g, " ").trim();
}

function writeLink(link: Link, style: Style): StyledText {
  // Apps link bare addresses by themselves.
  if (link.isBare) return writeContent(link.content, style);
  const linked = { ...style, link: link.address };
  const text = writeContent(link.content, linked);
  return text.some((run) => run.text.trim() !== "")
    ? text
    : styled(link.address, linked);
}

/**
 * An image's description without looks, linked to the image, or to the target
 * of an enclosing link.
 */
function writeImage({ content, address }: Image, style: Style): StyledText {
  const description = plainText(writeContent(content, PLAIN)).trim();
  return styled(description || (address ?? ""), {
    ...(address !== undefined && { link: address }),
    ...style,
  });
}
