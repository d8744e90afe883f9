import { filetypemime } from "magic-bytes.js";
import { INVISIBLE } from "../../text/untrusted-text.ts";
import { ToolError } from "../../types/errors.ts";
import { decodeText } from "./decode-text.ts";
import { describeNoPage, type PageBody } from "./fetch-page.ts";
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

/** https://mimesniff.spec.whatwg.org/#read-the-resource-header */
const HEADER_LENGTH = 1_445;

/** https://mimesniff.spec.whatwg.org/#binary-data-byte */
// oxlint-disable-next-line no-control-regex -- escapes colour texts
const BINARY = /[^\P{Cc}\s\u{1B}\u{7F}-\u{9F}]/gu;

/** Some pages contain a stray control character. */
const MAX_STRAY_SHARE = 0.01;

/**
 * The media type of a body that is no text, whatever its server says;
 * `undefined` for text.
 * @param text the bytes, decoded
 */
export function sniffBinary(
  bytes: Uint8Array,
  text: string,
): string | undefined {
  const header = text.slice(0, HEADER_LENGTH);
  const [, name] = /^\s*%(PDF-|!PS-Adobe-)/.exec(header) ?? [];
  if (name === "PDF-") return "application/pdf";
  if (name === "!PS-Adobe-") return "application/postscript";
  const binary = header.match(BINARY)?.length ?? 0;
  // Texts may begin like a file, too: “BM”, “MZ”, “ID3”.
  if (binary === 0) return undefined;
  const [known] = filetypemime(bytes);
  if (known !== undefined) return known;
  return binary > header.length * MAX_STRAY_SHARE
    ? "application/octet-stream"
    : undefined;
}
