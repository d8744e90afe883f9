import { type Child, createLink, type Elements } from "../elements.ts";
import {
  decodeEntities,
  type InlineToken,
  isInlineToken,
  toSafeAddress,
} from "./parse-markdown.ts";
import { renderNoteReference } from "./note-jumps.ts";
import { renderFormula } from "./render-formula.ts";
import type { Token, Tokens } from "marked";

/** Nodes for the content of a line. Unknown things and raw HTML become text. */
export function renderInline(
  tokens: readonly Token[],
  elements: Elements,
): Child[] {
  return tokens.flatMap((token) =>
    isInlineToken(token) ? renderToken(token, elements) : [token.raw],
  );
}

function renderToken(token: InlineToken, elements: Elements): Child[] {
  const children = (inner: readonly Token[]) => renderInline(inner, elements);
  switch (token.type) {
    case "text":
      return token.tokens === undefined
        ? [decodeEntities(token.text)]
        : children(token.tokens);
    case "escape":
      return [token.text];
    case "strong":
      return [elements.create("strong", {}, children(token.tokens))];
    case "em":
      return [elements.create("em", {}, children(token.tokens))];
    case "del":
      return [elements.create("del", {}, children(token.tokens))];
    case "codespan":
      return [elements.create("code", {}, [token.text])];
    case "formula":
      return [renderFormula(token, elements)];
    case "noteReference":
      return [renderNoteReference(token, elements)];
    case "br":
      return [elements.create("br")];
    case "checkbox":
      return [renderCheckbox(token.checked, elements)];
    case "link":
      return token.autolink === true
        ? renderAutolink(token, elements)
        : renderLink(token.href, children(token.tokens), elements);
    case "image":
      return renderImage(token, elements);
    case "html":
    default:
      // The one tag that models use for good reason, in cells of tables.
      return /^<br\s*\/?>$/i.test(token.text.trim())
        ? [elements.create("br")]
        : [token.raw];
  }
}

/** A link with an address that may not be followed stays as its text. */
function renderLink(
  href: string,
  children: readonly Child[],
  elements: Elements,
): Child[] {
  const address = toSafeAddress(decodeEntities(href));
  return address === undefined
    ? [...children]
    : [createLink({ address, children, elements })];
}

/** Chinese has no space after an address: what follows its first full-width punctuation mark is not part of it. */
function renderAutolink(
  { href, text }: Tokens.Link,
  elements: Elements,
): Child[] {
  const end = text.search(/[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20“”‘’…]/);
  if (end < 0) return renderLink(href, [text], elements);
  const cut = text.length - end;
  return [
    ...renderLink(href.slice(0, -cut), [text.slice(0, end)], elements),
    text.slice(end),
  ];
}

/** Loading an image would tell its server who reads this, so it is a link to the image. */
function renderImage(
  { href, text }: Tokens.Image,
  elements: Elements,
): Child[] {
  const alternative = decodeEntities(text).trim();
  return renderLink(href, [(texts) => texts.image(alternative)], elements);
}

function renderCheckbox(checked: boolean, elements: Elements): Child {
  return elements.create("input", {
    type: "checkbox",
    checked,
    disabled: true,
    "aria-label": (texts) => (checked ? texts.taskDone : texts.taskOpen),
  });
}
