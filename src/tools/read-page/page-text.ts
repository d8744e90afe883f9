import { INVISIBLE } from "../../text/untrusted-text.ts";
import { ToolError } from "../../types/errors.ts";
import { decodeText } from "./decode-text.ts";
import { describeNoPage, type PageBody } from "./fetch-page.ts";
import { parseHtml, type PageText } from "./parse-html.ts";
import { sniffBinary } from "./sniff-binary.ts";

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
  const binary = sniffBinary(bytes, source);
  if (binary !== undefined)
    throw new ToolError(`${describeNoPage(binary)} Use another page.`);
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
