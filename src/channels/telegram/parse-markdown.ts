import { Lexer, type MarkedToken, type Token } from "marked";
import { BoundedTokenizer } from "./bounded-tokenizer.ts";
import { mathExtension } from "./math-extension.ts";

/** The text as a tree of GitHub Flavored Markdown, in which formulas are left as they were written. */
export function parseMarkdown(markdown: string): readonly MarkedToken[] {
  const options = {
    gfm: true,
    tokenizer: new BoundedTokenizer(),
    extensions: mathExtension,
  };
  try {
    return knownTokens(new Lexer(options).lex(markdown));
  } catch {
    // The parser throws where it finds itself in an endless loop. Better the bare text than no reply.
    return [{ type: "text", raw: markdown, text: markdown }];
  }
}

/** Tokens of the kinds that the parser makes here; its type also allows for those of other extensions. */
export function knownTokens(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens.filter(isKnown);
}

const KINDS: ReadonlySet<string> = new Set<MarkedToken["type"]>([
  "blockquote",
  "br",
  "checkbox",
  "code",
  "codespan",
  "def",
  "del",
  "em",
  "escape",
  "heading",
  "hr",
  "html",
  "image",
  "link",
  "list",
  "list_item",
  "paragraph",
  "space",
  "strong",
  "table",
  "text",
]);

function isKnown(token: Token): token is MarkedToken {
  return KINDS.has(token.type);
}
