import {
  Marked,
  type MarkedToken,
  type Token,
  type TokenizerAndRendererExtension,
} from "marked";

/** The blocks of a Markdown text, and a key that changes when the targets of its reference links do. */
interface ParsedMarkdown {
  readonly blocks: readonly Token[];
  readonly linksKey: string;
}

/**
 * CommonMark leaves `**注意：**请` and `他说**“好”**吗` as they are, since punctuation inside the asterisks touches a letter
 * outside. Languages without spaces write so all the time, and mean bold.
 */
const strongWithoutSpaces: TokenizerAndRendererExtension = {
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
  extensions: [strongWithoutSpaces],
});

/** Nobody writes deeper; browsers and call stacks have limits. */
const MAX_DEPTH = 50;

/** `undefined` for what is not meant as Markdown, e.g. thousands of nested quotes. */
export function parseMarkdown(text: string): ParsedMarkdown | undefined {
  try {
    const blocks = marked.lexer(text);
    if (isDeeper(blocks, MAX_DEPTH)) return undefined;
    return { blocks, linksKey: JSON.stringify(blocks.links) };
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
  return ("tokens" in token && token.tokens) || [];
}

const blockTypes = [
  "blockquote",
  "code",
  "def",
  "heading",
  "hr",
  "html",
  "list",
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
  "html",
  "image",
  "link",
  "strong",
  "text",
] as const;

export type BlockToken = Extract<
  MarkedToken,
  { type: (typeof blockTypes)[number] }
>;

export type InlineToken = Extract<
  MarkedToken,
  { type: (typeof inlineTypes)[number] }
>;

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
