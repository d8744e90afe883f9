import type { MarkedToken, Token, Tokens } from "marked";
import { decodeReferences } from "./decode-references.ts";
import { knownTokens } from "./parse-markdown.ts";
import { type StyledText, type Style, styled } from "./styled-text.ts";

/** The text within a paragraph, a heading, a table's cell … */
export function inlineToStyledText(
  tokens: readonly Token[],
  style: Style,
): StyledText {
  return knownTokens(tokens).flatMap((token) => tokenToText(token, style));
}

function tokenToText(token: MarkedToken, style: Style): StyledText {
  switch (token.type) {
    case "strong":
      return inlineToStyledText(token.tokens, { ...style, bold: true });
    case "em":
      return inlineToStyledText(token.tokens, { ...style, italic: true });
    case "del":
      return inlineToStyledText(token.tokens, {
        ...style,
        strikethrough: true,
      });
    case "codespan":
      return styled(token.text, { ...style, code: true });
    case "link":
      return linkToText(token, style);
    case "image":
      return imageToText(token, style);
    case "br":
      return styled("\n", style);
    case "escape":
      return styled(token.text, style);
    case "html":
      return styled(
        htmlToText(token.block ? token.raw.trimEnd() : token.raw),
        style,
      );
    case "text":
      return styled(decodeReferences(token.text), style);
    // The list writes it, as the mark of the item.
    case "checkbox":
      return [];
    // The parser puts no blocks into a line.
    case "blockquote":
    case "code":
    case "def":
    case "heading":
    case "hr":
    case "list":
    case "list_item":
    case "paragraph":
    case "space":
    case "table":
      break;
  }
  return styled(token.raw, style);
}

function linkToText(token: Tokens.Link, style: Style): StyledText {
  // Telegram itself finds bare addresses, and knows better where they end before Chinese punctuation.
  if (token.autolink) return styled(token.text, style);
  const link = linkAddress(token.href);
  const linked = link === undefined ? style : { ...style, link };
  const text = inlineToStyledText(token.tokens, linked);
  return text.some((run) => run.text.trim() !== "")
    ? text
    : styled(token.href, linked);
}

function imageToText({ text, href }: Tokens.Image, style: Style): StyledText {
  const link = style.link ?? linkAddress(href);
  return styled(
    decodeReferences(text).trim() || href,
    link === undefined ? style : { ...style, link },
  );
}

/** Not `tg:`, whose addresses mention people and do things in the app: a page that the model has read may ask for those. */
const LINKABLE = new Set(["http:", "https:", "mailto:"]);

/** The address as Telegram takes it; `undefined` for what it would not open, or what should not be opened. */
function linkAddress(href: string): string | undefined {
  const url = URL.parse(decodeReferences(href));
  return url !== null && LINKABLE.has(url.protocol) ? url.href : undefined;
}

/** Telegram's HTML is not the web's: tags are shown as they were written, but for the line break. */
function htmlToText(html: string): string {
  return html.replace(/<br\s*\/?>/gi, "\n");
}
