import { decodeHTMLStrict } from "entities";
import type { MarkedToken, Token, Tokens } from "marked";
import { knownTokens, parseMarkdown } from "./parse-markdown.ts";
import {
  joinStyledTexts,
  linkTo,
  PLAIN,
  plainText,
  styled,
  type Run,
  type Style,
  type StyledText,
} from "./styled-text.ts";
import { tableToText } from "./table-to-text.ts";

/**
 * Converts Markdown to the styles that chats support, without losing content.
 */
export function markdownToStyledText(markdown: string): StyledText {
  return blocksToText(parseMarkdown(markdown), PLAIN);
}

function blocksToText(
  tokens: readonly Token[],
  style: Style,
  separator = "\n\n",
): StyledText {
  return joinStyledTexts(
    knownTokens(tokens).map((token) => tokenToText(token, style)),
    styled(separator, style),
  );
}

function inlineToText(tokens: readonly Token[], style: Style): StyledText {
  return knownTokens(tokens).flatMap((token) => tokenToText(token, style));
}

function tokenToText(token: MarkedToken, style: Style): StyledText {
  switch (token.type) {
    case "heading":
    case "strong":
      return inlineToText(token.tokens, { ...style, bold: true });
    case "em":
      return inlineToText(token.tokens, { ...style, italic: true });
    case "del":
      return inlineToText(token.tokens, { ...style, strikethrough: true });
    case "paragraph":
      return inlineToText(token.tokens, style);
    case "text":
      return token.tokens === undefined
        ? styled(decodeEntities(token.raw), style)
        : inlineToText(token.tokens, style);
    case "codespan":
      return styled(token.text, { ...style, code: true });
    case "code":
      return styled(codeOf(token), { ...style, pre: languageOf(token.lang) });
    case "blockquote":
      return quoteToText(token, style);
    case "list":
      return listToText(token, style);
    case "list_item":
      return blocksToText(token.tokens, style);
    case "table":
      return styled(layTableOut(token), { ...style, pre: "" });
    case "link":
      return linkToText(token, style);
    case "image":
      return imageToText(token, style);
    case "html":
      return styled(
        htmlToText(token.block ? token.raw.trimEnd() : token.raw),
        style,
      );
    case "def":
      return styled(token.raw.trim(), style);
    case "escape":
      return styled(token.text, style);
    case "hr":
      return styled("———", style);
    case "br":
      return styled("\n", style);
    case "space":
    // The list writes it as the item's mark.
    case "checkbox":
      return [];
  }
}

/** Long quotes are folded if the platform can. Nested quotes become one. */
function quoteToText({ tokens }: Tokens.Blockquote, style: Style): StyledText {
  const text = blocksToText(tokens, { ...style, quote: "open" });
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
function codeOf({ text, raw }: Tokens.Code): string {
  const code = text.trimEnd();
  return code === "" && CLOSED_FENCE.test(raw) ? "∅" : code;
}

const CLOSED_FENCE = /\n[ \t]*(?:`{3,}|~{3,})\s*$/;

/** The first word of the info string, if it looks like a language. */
function languageOf(infoString = ""): string {
  return /^[\w+#.-]{1,40}/.exec(infoString)?.[0] ?? "";
}

function listToText(list: Tokens.List, style: Style): StyledText {
  const separator = list.loose ? "\n\n" : "\n";
  const items = list.items.map((item, index) => {
    const mark = markOf(item, list, index);
    const content = blocksToText(item.tokens, style, separator);
    return [
      ...styled(mark, style),
      ...indent(content, " ".repeat(mark.length)),
    ];
  });
  return joinStyledTexts(items, styled(separator, style));
}

function markOf(
  item: Tokens.ListItem,
  list: Tokens.List,
  index: number,
): string {
  if (item.task) return item.checked ? "☑ " : "☐ ";
  return list.ordered ? `${Number(list.start) + index}. ` : "• ";
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

function layTableOut({ header, rows, align }: Tokens.Table): string {
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
function cellText({ tokens }: Tokens.TableCell): string {
  const runs = inlineToText(tokens, PLAIN);
  const texts = runs.map(({ text, style: { link } }, index) =>
    link === undefined || runs[index + 1]?.style.link === link
      ? text
      : `${text} (${link})`,
  );
  return texts.join("").replace(/\s+/g, " ").trim();
}

function linkToText(token: Tokens.Link, style: Style): StyledText {
  // Apps link bare addresses, and know better where they end before Chinese
  // punctuation.
  if (token.autolink) return styled(token.text, style);
  const address = decodeEntities(token.href);
  const linked = { ...style, ...linkTo(address) };
  const text = inlineToText(token.tokens, linked);
  return text.some((run) => run.text.trim() !== "")
    ? text
    : styled(address, linked);
}

/**
 * An image's description without marks, linked to the image, or to the target
 * of an enclosing link.
 */
function imageToText({ tokens, href }: Tokens.Image, style: Style): StyledText {
  const address = decodeEntities(href);
  const description = plainText(inlineToText(tokens, PLAIN)).trim();
  return styled(description || address, { ...linkTo(address), ...style });
}

/**
 * Decodes character references by CommonMark's rules: with a semicolon and a
 * limited number of digits.
 */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/gi,
    decodeReference,
  );
}

function decodeReference(reference: string): string {
  return decodeHTMLStrict(reference);
}

/** Shows HTML verbatim, except for line breaks. */
function htmlToText(html: string): string {
  return html.replace(/<br\s*\/?>/gi, "\n");
}
