import type { MarkedToken, Token } from "marked";

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
