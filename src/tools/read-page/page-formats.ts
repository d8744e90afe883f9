import type {
  DomNode,
  FormatCallback,
  HtmlToTextOptions,
  SelectorDefinition,
} from "html-to-text";
import {
  createListFormat,
  createRegionFormat,
  formatHeading,
  formatSuperscript,
  formatUnlessHidden,
} from "./element-formats.ts";
import { attributeOf, findNode } from "./page-node.ts";
import { createTableFormat } from "./table-format.ts";

/** What is found while a page is converted. */
export interface PageParts {
  title: string;
  /** Texts of the outermost elements of each kind. */
  readonly main: string[];
  readonly article: string[];
}

/** Elements without content: code, media, site navigation, form fields. */
const SKIPPED =
  "noscript, template, svg, canvas, object, iframe, audio, video, picture, img, " +
  "nav, aside, footer, dialog, menu, select, textarea, datalist, " +
  "[role=navigation], [role=banner], [role=contentinfo], [role=search], [role=dialog], " +
  // Hidden in print, and the edit links next to a wiki's headings.
  "[aria-hidden=true], .noprint, .mw-editsection";
/** On separate lines. */
const LINES =
  "address, body, button, caption, center, dd, dt, fieldset, figcaption, form, " +
  "header, hgroup, label, legend, li, summary, td, th, tr";
/** Surrounded by empty lines. */
const PARAGRAPHS = "blockquote, details, dl, figure, hr, section";

/**
 * How `html-to-text` writes a page, for one conversion: headings and lists as
 * Markdown, rows with bars, formulas as their source, links as their text. Puts
 * title and regions into `parts`.
 */
export function createPageFormats(parts: PageParts): HtmlToTextOptions {
  return {
    wordwrap: false,
    whitespaceCharacters: " \t\r\n\f\u{200B}\u{A0}",
    // All elements, since some pages have text outside their body.
    baseElements: { selectors: [] },
    selectors: [
      ...select(SKIPPED, "skip"),
      ...select(LINES, "block", {
        leadingLineBreaks: 1,
        trailingLineBreaks: 1,
      }),
      ...select(PARAGRAPHS, "block"),
      ...select("a", "inline"),
      ...select("[hidden], [style]", "unlessHidden"),
      ...select("title", "title"),
      ...select("main, [role=main]", "main"),
      ...select("article", "article"),
      ...select("h1, h2, h3, h4, h5, h6", "heading"),
      ...select("ul, ol", "list"),
      ...select("sup", "superscript"),
      ...select("table", "rows"),
      ...select("math, .katex, .mwe-math-element", "formula"),
      ...select('img[class*="math" i], img[class*="latex" i]', "formula"),
      ...select("annotation, annotation-xml", "skip"),
      ...select("mfrac", "operator", { between: ["/"] }),
      ...select("msup, mover", "operator", { between: ["^"] }),
      ...select("msub, munder", "operator", { between: ["_"] }),
      ...select("msubsup, munderover", "operator", { between: ["_", "^"] }),
      ...select("msqrt", "operator", { before: "√(", after: ")" }),
      ...select("mroot", "operator", { between: ["^(1/"], after: ")" }),
    ],
    formatters: {
      title: ({ children }) => {
        if (parts.title === "") parts.title = children[0]?.data ?? "";
      },
      main: createRegionFormat(parts.main),
      article: createRegionFormat(parts.article),
      list: createListFormat(),
      rows: createTableFormat(),
      heading: formatHeading,
      superscript: formatSuperscript,
      unlessHidden: formatUnlessHidden,
      formula: formatFormula,
      operator: formatOperator,
    },
  };
}

function select(
  selectors: string,
  format: string,
  options: SelectorDefinition["options"] = {},
): SelectorDefinition[] {
  return selectors
    .split(", ")
    .map((selector) => ({ selector, format, options }));
}

/**
 * Writes a formula once, as its source, of which a page may hold several
 * renderings; without a source, as its signs.
 */
const formatFormula: FormatCallback = (element, walk, builder) => {
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
const formatOperator: FormatCallback = (
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
