import { INVISIBLE } from "../invisible-characters.ts";
import type { PageBody } from "./fetch-page.ts";
import type { PageText } from "./parse-html.ts";

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
  const { readHtml } = await import("./parse-html.ts");
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

/** How far into a page its encoding is looked for; https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding */
const PRESCAN_BYTES = 1_024;

const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
] as const;

/**
 * Bytes as text, in the encoding that their first bytes, the server or the page itself names, in this order; UTF-8
 * without one, or with one that nobody knows. Half a character at the end is dropped.
 * @param declared what the server says
 */
export function decodeText(
  bytes: Uint8Array,
  { declared }: { declared: string | undefined },
): string {
  const marked = BYTE_ORDER_MARKS.find(({ bytes: mark }) =>
    mark.every((byte, index) => bytes[index] === byte),
  );
  const decoder =
    createDecoder(marked?.encoding) ??
    createDecoder(declared) ??
    createDecoder(findInPage(bytes)) ??
    new TextDecoder();
  return decoder.decode(bytes, { stream: true });
}

/** `undefined` for names that are in no standard: https://encoding.spec.whatwg.org/#names-and-labels */
function createDecoder(encoding: string | undefined): TextDecoder | undefined {
  try {
    return encoding === undefined ? undefined : new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

function findInPage(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(
    bytes.subarray(0, PRESCAN_BYTES),
  );
  return /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(
    start,
  )?.[1];
}
