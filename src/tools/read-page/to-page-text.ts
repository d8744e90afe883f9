import { INVISIBLE } from "../invisible-characters.ts";
import { decodeText } from "./decode-text.ts";
import type { PageBody } from "./fetch-page.ts";
import type { PageText } from "./read-html.ts";

const HTML_TYPES: readonly string[] = ["text/html", "application/xhtml+xml"];

/** The content types that can be read. */
export const PAGE_TYPES: readonly string[] = [
  ...HTML_TYPES,
  "text/plain",
  "text/markdown",
  "application/json",
];

/** What people read of a body, without characters that nobody sees. */
export async function toPageText({
  type,
  encoding,
  bytes,
  isCut,
}: PageBody): Promise<PageText> {
  const source = decodeText(bytes, { declared: encoding });
  if (!HTML_TYPES.includes(type))
    return { title: "", text: tidy(source), isCut };
  // Few turns read a page: the parser is loaded when one does.
  const { readHtml } = await import("./read-html.ts");
  const page = readHtml(source);
  return {
    title: tidy(page.title),
    text: tidy(page.text),
    isCut: isCut || page.isCut,
  };
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(INVISIBLE, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
