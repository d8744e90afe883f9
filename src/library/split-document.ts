import { cutBlock } from "./cut-block.ts";
import { type Block, readBlocks } from "./read-blocks.ts";

type Heading = Extract<Block, { kind: "heading" }>;

/** A piece of a document: some paragraphs below one heading. */
export interface DocumentPiece {
  /** Headings above it, the outermost first, without the document's title; empty before the first. */
  readonly heading: string;
  readonly text: string;
}

export interface SplitDocument {
  readonly title: string;
  /** In the order of the document; each has a letter or digit. */
  readonly pieces: readonly DocumentPiece[];
}

/** In UTF-16 units: long enough to say something, short enough that three of them fit into an observation. */
const MAX_PIECE_LENGTH = 1_200;
const MAX_HEADING_LENGTH = 200;

/**
 * Splits a document in Markdown, or in plain text, at its headings, and what is below one of them between paragraphs.
 * The title is that of its front matter, else its first heading, else the last part of its name.
 */
export function splitDocument(
  document: string,
  { name }: { name: string },
): SplitDocument {
  const { title: given, body } = readFrontMatter(clean(document));
  const blocks = readBlocks(body)
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

/** Lines end with a line feed, and there are no control characters but that and tabs. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
    .replaceAll(/^ {0,3}\|.*$/gm, tightenRow);
}

/** A row of a table without what lines its columns up. */
function tightenRow(row: string): string {
  return row.replaceAll(/ {2,}/g, " ").replaceAll(/-{3,}/g, "---");
}

/** What stands between two rules may be a text; front matter begins with a key. */
const FRONT_MATTER = /^---\n[A-Za-z_][\w-]*:[ \t\n]/;

/** Jekyll, Hugo and Docusaurus write the title between two lines of hyphens at the top. */
function readFrontMatter(text: string): {
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

/** Pictures, badges and links to other languages, which stand in a line of their own and say nothing. */
function isLink(block: string): boolean {
  return (
    block.length < 1_000 &&
    /^!?\[/.test(block) &&
    !/[\p{L}\p{N}]/u.test(block.replaceAll(LINK, "").replaceAll(LINK, ""))
  );
}

const LINK = /!?\[[^[\]]*\]\([^()]*\)/g;

/** A heading without links, emphasis and code marks. */
function toPlainText(heading: string): string {
  return heading
    .slice(0, 2 * MAX_HEADING_LENGTH)
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()]*\))?/g, "$1")
    .replaceAll(/[*`]/g, "")
    .trim();
}
