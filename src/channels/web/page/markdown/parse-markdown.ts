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
