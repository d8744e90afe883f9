import { Parser } from "htmlparser2";
import {
  createElementWriter,
  createTextWriter,
  toSet,
  type Attributes,
  type TextWriter,
} from "./element-writer.ts";

export interface PageText {
  /** One line; empty if the page has none. */
  readonly title: string;
  readonly text: string;
  /** The page is longer than what was read. */
  readonly isCut: boolean;
}

/**
 * No readable page exceeds these; the parser's time grows with their product.
 */
const MAX_DEPTH = 256;
const MAX_ELEMENTS = 50_000;

/** A region with less text, in UTF-16 units, is not the page's content. */
const MIN_LENGTH = 200;

/**
 * Extracts a page's title and text: the text of `main`, else of its articles,
 * else of the whole page, without what is not content. Runs in linear time.
 */
export function parseHtml(html: string): PageText {
  const writer = createTextWriter();
  const elements = createElementWriter(writer);
  const regions = createRegions(writer);
  let title = "";
  let isTitle = false;
  let isCut = false;
  let count = 0;
  let depth = 0;
  /** Depth of the skipped element; its descendants are skipped as well. */
  let skippedAt = Infinity;

  const open = (name: string, attributes: Attributes): void => {
    const formula = formulaOf(name, attributes);
    if (formula !== undefined) writer.add(formula);
    if (formula !== undefined || isSkipped(name, attributes)) {
      skippedAt = depth;
      return;
    }
    isTitle = name === "title" && title === "";
    elements.open(name, attributes);
    const region = regionOf(name, attributes);
    if (region !== undefined) regions.open(region, depth);
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      count++;
      depth++;
      isCut = count > MAX_ELEMENTS || depth > MAX_DEPTH;
      if (isCut) parser.pause();
      else if (depth < skippedAt) open(name, attributes);
    },
    ontext(text) {
      if (depth >= skippedAt) return;
      if (isTitle) title += text;
      else elements.addText(text);
    },
    onclosetag(name) {
      if (depth < skippedAt) {
        isTitle = false;
        regions.close(depth);
        elements.close(name);
      }
      if (depth === skippedAt) skippedAt = Infinity;
      depth--;
    },
  });
  parser.write(html);
  if (!isCut) parser.end();
  const text = [regions.read("main"), regions.read("article")].find(
    ({ length }) => length >= MIN_LENGTH,
  );
  return {
    title: title.replaceAll(/\s+/g, " ").trim(),
    text: text ?? writer.read(),
    isCut,
  };
}

/** Tracks the text of the outermost regions of each kind. */
function createRegions(writer: TextWriter) {
  const current = new Map<Region, { depth: number; from: number }>();
  const texts: Record<Region, string[]> = { main: [], article: [] };

  const end = (region: Region): void => {
    const begun = current.get(region);
    if (begun === undefined) return;
    current.delete(region);
    const text = writer.read(begun.from);
    if (text !== "") texts[region].push(text);
  };

  return {
    open(region: Region, depth: number): void {
      if (!current.has(region))
        current.set(region, { depth, from: writer.position });
    },
    close(depth: number): void {
      for (const [region, begun] of current)
        if (begun.depth === depth) end(region);
    },
    /**
     * Returns the text of all regions of a kind. Call it last: it closes a
     * region that is still open.
     */
    read(region: Region): string {
      end(region);
      return texts[region].join("\n\n");
    },
  };
}

/** Elements without content: code, media, site navigation, form fields. */
const SKIPPED = toSet(
  "script style template noscript svg canvas object iframe audio video picture " +
    "nav aside footer dialog menu button select textarea datalist label",
);
const SKIPPED_ROLES = toSet("navigation banner contentinfo search dialog");
/** Hidden in print, and the edit links next to a wiki's headings. */
const SKIPPED_CLASSES = /(?:^|\s)(?:noprint|mw-editsection)(?:\s|$)/;

/** Attributes are cut to this length. */
const MAX_LENGTH = 500;

/** Whether an element is invisible or not content. */
function isSkipped(name: string, attributes: Attributes): boolean {
  return (
    SKIPPED.has(name) ||
    SKIPPED_ROLES.has(attributes["role"] ?? "") ||
    attributes["hidden"] !== undefined ||
    attributes["aria-hidden"] === "true" ||
    SKIPPED_CLASSES.test(read(attributes, "class")) ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(
      read(attributes, "style"),
    )
  );
}

/** Elements that hold a page's content. */
type Region = "main" | "article";

function regionOf(name: string, attributes: Attributes): Region | undefined {
  if (name === "main" || attributes["role"] === "main") return "main";
  return name === "article" ? "article" : undefined;
}

/** The source text of a formula, if the element has it as an attribute. */
function formulaOf(name: string, attributes: Attributes): string | undefined {
  if (name === "math") return attributes["alttext"];
  const isFormula =
    name === "img" && /math|latex/i.test(read(attributes, "class"));
  return isFormula ? attributes["alt"] : undefined;
}

function read(attributes: Attributes, name: string): string {
  return (attributes[name] ?? "").slice(0, MAX_LENGTH);
}
