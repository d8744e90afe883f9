import {
  Marked,
  type MarkedToken,
  type Token,
  type TokenizerExtension,
} from "marked";
import {
  isNoteDefinition,
  isNoteReference,
  noteDefinition,
  noteReference,
  type NoteDefinition,
  type NoteReference,
} from "./footnotes.ts";
import {
  formulaBlock,
  formulaInline,
  maskFormulas,
  type FormulaToken,
} from "./formulas.ts";

export interface ParsedMarkdown {
  readonly blocks: readonly Token[];
  /** Footnotes by number, from 1: referenced ones first. */
  readonly notes: readonly NoteDefinition[];
  /**
   * Changes if unchanged blocks may render differently: with the targets of
   * reference links and the numbers of notes.
   */
  readonly targetsKey: string;
}

/**
 * CommonMark does not parse `**注意：**请` and `他说**“好”**吗` as bold: the asterisks
 * lie between punctuation and a letter. In languages without spaces that is
 * common: https://github.com/commonmark/commonmark-spec/issues/650
 */
const strongWithoutSpaces: TokenizerExtension = {
  name: "strongWithoutSpaces",
  level: "inline",
  start: (source) => source.indexOf("**"),
  tokenizer(source) {
    const [raw, text] =
      /^\*\*(?![\s*])((?:[^*`\n]|`[^`\n]*`)+?)(?<![\s*])\*\*(?!\*)/.exec(
        source,
      ) ?? [];
    if (raw === undefined || text === undefined) return undefined;
    return {
      type: "strong",
      raw,
      text,
      tokens: this.lexer.inlineTokens(text),
    };
  },
};

const marked = new Marked({
  gfm: true,
  // Models write chat text, where newlines are line breaks.
  breaks: true,
  extensions: [
    strongWithoutSpaces,
    formulaBlock,
    formulaInline,
    noteDefinition,
    noteReference,
  ],
  hooks: { emStrongMask: maskFormulas },
});

/** Bounds the DOM depth and the recursion. */
const MAX_DEPTH = 50;

/**
 * `undefined` if the text nests too deeply to be Markdown, e.g. thousands of
 * quotes.
 */
export function parseMarkdown(text: string): ParsedMarkdown | undefined {
  try {
    const blocks = marked.lexer(text);
    if (isDeeper(blocks, MAX_DEPTH)) return undefined;
    const notes = findNotes(blocks);
    const ids = notes.map(({ id }) => id);
    return { blocks, notes, targetsKey: JSON.stringify([blocks.links, ids]) };
  } catch {
    // The parser overflowed the stack.
    return undefined;
  }
}

function isDeeper(tokens: readonly Token[], limit: number): boolean {
  if (limit === 0) return tokens.length > 0;
  return tokens.some((token) => isDeeper(childrenOf(token), limit - 1));
}

function childrenOf(token: Token): readonly Token[] {
  if (isBlockToken(token) && token.type === "list") return token.items;
  if (isBlockToken(token) && token.type === "table")
    return [token.header, ...token.rows].flat().flatMap(({ tokens }) => tokens);
  return ("tokens" in token && token.tokens) || [];
}

/**
 * Finds the notes and numbers the references. Of several notes with the same
 * id, the first counts.
 */
function findNotes(blocks: readonly Token[]): readonly NoteDefinition[] {
  const all = blocks.flatMap(withDescendants);
  const definitions = all.filter(isNoteDefinition);
  const references = all.filter(isNoteReference);
  const ids = new Set([...references, ...definitions].map(({ id }) => id));
  const notes = [...ids].flatMap(
    (id) => definitions.find((definition) => definition.id === id) ?? [],
  );
  for (const reference of references) {
    const index = notes.findIndex(({ id }) => id === reference.id);
    if (index >= 0) reference.number = index + 1;
  }
  return notes;
}

/** A token and its descendants, in order. */
export function withDescendants(token: Token): readonly Token[] {
  return [token, ...childrenOf(token).flatMap(withDescendants)];
}

const blockTypes = [
  "blockquote",
  "code",
  "def",
  "formula",
  "heading",
  "hr",
  "html",
  "list",
  "noteDefinition",
  "paragraph",
  "space",
  "table",
] as const;

const inlineTypes = [
  "br",
  "checkbox",
  "codespan",
  "del",
  "em",
  "escape",
  "formula",
  "html",
  "image",
  "link",
  "noteReference",
  "strong",
  "text",
] as const;

export type BlockToken =
  | Extract<MarkedToken, { type: (typeof blockTypes)[number] }>
  | FormulaToken
  | NoteDefinition;

export type InlineToken =
  | Extract<MarkedToken, { type: (typeof inlineTypes)[number] }>
  | FormulaToken
  | NoteReference;

export function isBlockToken(token: Token): token is BlockToken {
  return blockTypes.some((type) => type === token.type);
}

export function isInlineToken(token: Token): token is InlineToken {
  return inlineTypes.some((type) => type === token.type);
}

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["times", "×"],
  ["deg", "°"],
]);

/**
 * Decodes numeric character references (`&#39;`, `&#x4e2d;`) and the named ones
 * that models use. The result is text, not markup.
 */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (reference, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? reference;
      const code =
        decimal === undefined
          ? Number.parseInt(hexadecimal ?? "", 16)
          : Number(decimal);
      return code === 0 || code > 0x10ffff
        ? "\ufffd"
        : String.fromCodePoint(code).toWellFormed();
    },
  );
}

const safeProtocols: ReadonlySet<string> = new Set([
  "http:",
  "https:",
  "mailto:",
]);

/**
 * The normalized URL if it is safe to follow: a web page or a mail address.
 * `undefined` for `javascript:`, `data:`, relative URLs and the like.
 */
export function toSafeAddress(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return safeProtocols.has(url.protocol) ? url.href : undefined;
}
