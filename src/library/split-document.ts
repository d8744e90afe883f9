import type { Token } from "markdown-it";

type Heading = Extract<Block, { kind: "heading" }>;

/** A piece of a document: paragraphs under one heading. */
export interface DocumentPiece {
  /**
   * The headings above it, outermost first, without the document's title; empty
   * before the first heading.
   */
  readonly heading: string;
  readonly text: string;
}

export interface SplitDocument {
  readonly title: string;
  /** In document order; each contains a letter or digit. */
  readonly pieces: readonly DocumentPiece[];
}

/**
 * In UTF-16 units: long enough to be meaningful, and three fit into an
 * observation.
 */
const MAX_PIECE_LENGTH = 1_200;
const MAX_HEADING_LENGTH = 200;

/**
 * Splits Markdown or plain text at headings, and long sections between
 * paragraphs. The title comes from the front matter, else the first heading,
 * else the last part of the name.
 */
export async function splitDocument(
  document: string,
  { name }: { name: string },
): Promise<SplitDocument> {
  const { title: given, body } = parseFrontMatter(clean(document));
  const blocks = (await parseBlocks(body))
    .filter(({ kind, text }) => kind === "heading" || !isLink(text))
    .map((block) =>
      block.kind === "heading"
        ? { ...block, text: toPlainText(block.text) }
        : block,
    );
  const first = blocks.find(({ kind }) => kind === "heading")?.text;
  const title = [given, first, name.split("/").at(-1)].find(Boolean) ?? name;

  return { title: cut(title), pieces: splitBody(blocks, title) };
}

function splitBody(blocks: readonly Block[], title: string): DocumentPiece[] {
  const pieces: DocumentPiece[] = [];
  let above: Heading[] = [];
  let text = "";

  const end = (): void => {
    const names = above.map((heading) => heading.text);
    const path = names.filter((name) => name !== "" && name !== title);
    if (/[\p{L}\p{N}]/u.test(text))
      pieces.push({ heading: cut(path.join(" › ")), text });
    text = "";
  };

  for (const block of blocks) {
    if (block.kind === "heading") {
      end();
      above = [...above.filter(({ level }) => level < block.level), block];
      continue;
    }
    for (const part of cutBlock(block.text, MAX_PIECE_LENGTH)) {
      const isFull = text.length + part.length + 2 > MAX_PIECE_LENGTH;
      if (isFull) end();
      text = text === "" ? part : `${text}\n\n${part}`;
    }
  }
  end();
  return pieces;
}

/** Normalises line ends, and replaces control characters other than tabs. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
    .replaceAll(/^ {0,3}\|.*$/gm, tightenRow);
}

/** Removes the padding of a table row. */
function tightenRow(row: string): string {
  return row.replaceAll(/ {2,}/g, " ").replaceAll(/-{3,}/g, "---");
}

/** Starts with a key, unlike text that follows a horizontal rule. */
const FRONT_MATTER = /^---\n[A-Za-z_][\w-]*:[ \t\n]/;

/**
 * Reads the title from front matter as written for Jekyll, Hugo and Docusaurus.
 */
function parseFrontMatter(text: string): {
  title: string | undefined;
  body: string;
} {
  const end = FRONT_MATTER.test(text) ? text.indexOf("\n---\n", 3) : -1;
  if (end === -1) return { title: undefined, body: text };
  const title = /^title:[ \t]*(\S.*)$/m.exec(text.slice(0, end))?.[1];
  return {
    title: title?.trim().replaceAll(/^["']|["']$/g, ""),
    body: text.slice(end + "\n---\n".length),
  };
}

function cut(line: string): string {
  return line.slice(0, MAX_HEADING_LENGTH).toWellFormed();
}

/**
 * Whether a block consists of images, badges or links only, e.g. to other
 * languages, which say nothing.
 */
function isLink(block: string): boolean {
  return (
    block.length < 1_000 &&
    /^!?\[/.test(block) &&
    !/[\p{L}\p{N}]/u.test(block.replaceAll(LINK, "").replaceAll(LINK, ""))
  );
}

const LINK = /!?\[[^[\]]*\]\([^()]*\)/g;

/** Removes links, emphasis and code marks from a heading. */
function toPlainText(heading: string): string {
  return heading
    .slice(0, 2 * MAX_HEADING_LENGTH)
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()]*\))?/g, "$1")
    .replaceAll(/[*`]/g, "")
    .trim();
}

/**
 * Splits a text into pieces of at most `maxLength` UTF-16 units, at the best
 * place in the second half of each: after a line, else a sentence, else a word,
 * else between code points. Drops only whitespace, and repeats the header of a
 * table.
 */
function cutBlock(text: string, maxLength: number): string[] {
  const header = TABLE_HEADER.exec(text)?.[0] ?? "";
  const room = maxLength - header.length;
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > (start === 0 ? maxLength : room)) {
    const end =
      start +
      findCut(text.slice(start, start + (start === 0 ? maxLength : room)));
    pieces.push(text.slice(start, end).trim());
    start = end;
  }
  pieces.push(text.slice(start).trim());
  return pieces
    .filter((piece) => piece !== "")
    .map((piece, index) => (index === 0 ? piece : header + piece));
}

/** Header row and delimiter row of a table. Longer headers are not repeated. */
const TABLE_HEADER = /^\|[^\n]{1,200}\n\|[-:| \t]{3,200}\n/;

const PLACES = [/\n/g, /[.!?](?=\s)|[。！？；]/g, /\s/g];

function findCut(window: string): number {
  const half = window.length / 2;
  for (const place of PLACES) {
    const last = Array.from(window.matchAll(place)).at(-1);
    const end = last === undefined ? 0 : last.index + last[0].length;
    if (end >= half) return end;
  }
  // Do not split a surrogate pair.
  return /\p{Cs}$/u.test(window) ? window.length - 1 : window.length;
}

/**
 * A heading, or a block between blank lines: a paragraph, a list, a table, or
 * fenced code including its blank lines.
 */
type Block =
  | {
      readonly kind: "heading";
      /** 1 to 6. */
      readonly level: number;
      readonly text: string;
    }
  | { readonly kind: "text"; readonly text: string };

/** Parses Markdown into blocks. A heading of several lines is text. */
async function parseBlocks(markdown: string): Promise<readonly Block[]> {
  // Loaded on demand, since few requests add a document.
  const { default: MarkdownIt } = await import("markdown-it");
  const parser = new MarkdownIt();
  parser.block.ruler.enableOnly(["fence", "heading", "lheading", "paragraph"]);
  const tokens: Token[] = [];
  parser.block.parse(markdown, parser, {}, tokens);

  const lines = markdown.split("\n");
  return tokens.flatMap(({ type, tag, map, nesting }, index): Block[] => {
    if (map === null || nesting < 0 || type === "inline") return [];
    const heading = tokens[index + 1]?.content ?? "";
    const isHeading =
      type === "heading_open" &&
      heading.length <= MAX_HEADING_LENGTH &&
      !heading.includes("\n");
    return isHeading
      ? [{ kind: "heading", level: Number(tag.slice(1)), text: heading }]
      : [{ kind: "text", text: lines.slice(...map).join("\n") }];
  });
}
