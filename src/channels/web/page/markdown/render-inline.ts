import type { Token, Tokens } from "marked";
import { create, createLink, type Child } from "../elements.ts";
import { renderNoteReference } from "./note-jumps.ts";
import {
  decodeEntities,
  isInlineToken,
  toSafeAddress,
  type InlineToken,
} from "./parse-markdown.ts";
import { renderFormula } from "./render-formula.ts";

/** Renders inline tokens. Unknown tokens and raw HTML become text. */
export function renderInline(tokens: readonly Token[]): Child[] {
  return tokens.flatMap((token) =>
    isInlineToken(token) ? renderToken(token) : [token.raw],
  );
}

function renderToken(token: InlineToken): Child[] {
  const children = (inner: readonly Token[]) => renderInline(inner);
  switch (token.type) {
    case "text":
      return token.tokens === undefined
        ? [decodeEntities(token.text)]
        : children(token.tokens);
    case "escape":
      return [token.text];
    case "strong":
      return [create("strong", {}, children(token.tokens))];
    case "em":
      return [create("em", {}, children(token.tokens))];
    case "del":
      return [create("del", {}, children(token.tokens))];
    case "codespan":
      return [create("code", {}, [token.text])];
    case "formula":
      return [renderFormula(token)];
    case "noteReference":
      return [renderNoteReference(token)];
    case "br":
      return [create("br")];
    case "checkbox":
      return [renderCheckbox(token.checked)];
    case "link":
      return token.autolink === true
        ? renderAutolink(token)
        : renderLink(token.href, children(token.tokens));
    case "image":
      return renderImage(token);
    case "html":
    default:
      // The only HTML tag that models need, for table cells.
      return /^<br\s*\/?>$/i.test(token.text.trim())
        ? [create("br")]
        : [token.raw];
  }
}

/** Without a safe address, only the link's text is shown. */
function renderLink(href: string, children: readonly Child[]): Child[] {
  const address = toSafeAddress(decodeEntities(href));
  return address === undefined
    ? [...children]
    : [createLink(address, children)];
}

/**
 * Chinese puts no space after a URL, so the URL ends at the first full-width
 * punctuation mark.
 */
function renderAutolink({ href, text }: Tokens.Link): Child[] {
  const end = text.search(/[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’…]/);
  if (end < 0) return renderLink(href, [text]);
  const cut = text.length - end;
  return [
    ...renderLink(href.slice(0, -cut), [text.slice(0, end)]),
    text.slice(end),
  ];
}

/** A link, as loading the image would reveal the reader to its server. */
function renderImage({ href, text }: Tokens.Image): Child[] {
  const alternative = decodeEntities(text).trim();
  return renderLink(href, [(texts) => texts.image(alternative)]);
}

function renderCheckbox(checked: boolean): Child {
  return create("input", {
    type: "checkbox",
    checked,
    disabled: true,
    "aria-label": (texts) => (checked ? texts.taskDone : texts.taskOpen),
  });
}
