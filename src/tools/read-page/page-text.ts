import { INVISIBLE } from "../../text/untrusted-text.ts";
import { ToolError } from "../../types/errors.ts";
import { decodeText } from "./decode-text.ts";
import type { PageBody } from "./fetch-page.ts";
import { parseHtml, type PageText } from "./parse-html.ts";

const HTML_TYPES: readonly string[] = ["text/html", "application/xhtml+xml"];

/**
 * Extracts a body's readable text, without invisible characters. Throws
 * `ToolError` if the body is not what its server says, but a PDF or an image.
 */
export async function toPageText({
  type,
  encoding: declared,
  bytes,
  isCut,
}: PageBody): Promise<PageText> {
  const isHtml = HTML_TYPES.includes(type);
  const source = decodeText(bytes, { declared, isHtml });
  if (isBinary(source))
    throw new ToolError("It is not a text page. Use another page.");
  if (!isHtml) return { title: "", text: tidy(source), isCut };
  const page = parseHtml(source);
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

/** https://mimesniff.spec.whatwg.org/#read-the-resource-header */
const HEADER_LENGTH = 1_445;

/** https://mimesniff.spec.whatwg.org/#binary-data-byte */
// oxlint-disable-next-line no-control-regex -- escapes colour texts
const BINARY = /[^\P{Cc}\s\u{1B}\u{7F}-\u{9F}]/gu;

/** Some pages contain a stray control character. */
const MAX_STRAY_SHARE = 0.01;

/** Whether a body is no text, whatever its server says. */
export function isBinary(text: string): boolean {
  const header = text.slice(0, HEADER_LENGTH);
  if (/^\s*%(?:PDF-|!PS-Adobe-)/.test(header)) return true;
  const binary = header.match(BINARY)?.length ?? 0;
  return binary > header.length * MAX_STRAY_SHARE;
}
