import {
  isNoteDefinition,
  isNoteReference,
  type NoteDefinition,
  noteDefinition,
  type NoteReference,
  noteReference,
} from "./footnotes.ts";
import {
  formulaBlock,
  formulaInline,
  type FormulaToken,
  maskFormulas,
} from "./formulas.ts";
import {
  Marked,
  type MarkedToken,
  type Token,
  type TokenizerExtension,
} from "marked";

/** The blocks of a Markdown text. */
export interface ParsedMarkdown {
  readonly blocks: readonly Token[];
  /** The footnotes in the order of their numbers, which begin at 1: first those to which the text refers. */
  readonly notes: readonly NoteDefinition[];
  /** Changes when blocks may look different though they say the same: with the targets of reference links, and with the notes' numbers. */
  readonly targetsKey: string;
}

/**
 * CommonMark leaves `**注意：**请` and `他说**“好”**吗` as they are, since punctuation inside the asterisks touches a letter
 * outside. Languages without spaces write so all the time, and mean bold.
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
  // Models write for chats, where a new line is a new line.
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

/** Nobody writes deeper; browsers and call stacks have limits. */
const MAX_DEPTH = 50;

/** `undefined` for what is not meant as Markdown, e.g. thousands of nested quotes. */
export function parseMarkdown(text: string): ParsedMarkdown | undefined {
  try {
    const blocks = marked.lexer(text);
    if (isDeeper(blocks, MAX_DEPTH)) return undefined;
    const notes = findNotes(blocks);
    const ids = notes.map(({ id }) => id);
    return { blocks, notes, targetsKey: JSON.stringify([blocks.links, ids]) };
  } catch {
    // The parser itself ran out of stack.
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

/** Numbers them, and what refers to them. Of several with the same id the first counts. */
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

/** A token and all that is in it, in order. */
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

/** Replaces character references (`&amp;`, `&#39;`, `&#x4e2d;`), of the named ones those that models write. The result is text, not markup. */
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

/** The address, normalised, when following it can only open a web page or a new mail; `undefined` for `javascript:`, `data:`, relative ones and the like. */
export function toSafeAddress(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return safeProtocols.has(url.protocol) ? url.href : undefined;
}
