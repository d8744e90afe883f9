import { readFile, stat } from "node:fs/promises";
import { extname, isAbsolute, relative, resolve, sep } from "node:path";
import {
  extractText,
  findFormat,
  MAX_FILE_BYTES,
  type ExtractionProblem,
} from "../../src/files/extract-text.ts";
import { MAX_DOCUMENT_BYTES } from "../../src/http/admin/read-document-body.ts";
import { decodeText } from "../../src/tools/read-page/decode-text.ts";
import { isBinary } from "../../src/tools/read-page/page-text.ts";
import { parseHtml } from "../../src/tools/read-page/parse-html.ts";

type DocumentReading =
  | { readonly kind: "read"; readonly name: string; readonly text: string }
  | {
      readonly kind: "refused";
      readonly name: string;
      readonly reason: string;
    };

const TEXT = new Set([".md", ".markdown", ".mdx", ".txt", ".text"]);
const HTML = new Set([".html", ".htm", ".xhtml"]);
const FILES = new Set([".pdf", ".docx"]);

/** HTML can have far more markup than text. */
const MAX_HTML_BYTES = 10 * 1024 * 1024;

/**
 * Reads a file as Markdown or plain text. Its name is its path relative to
 * `folder`, which makes it unique.
 */
export async function readDocument(
  file: string,
  {
    directory,
    folder,
  }: {
    /** `file` and `folder` are relative to it. */
    directory: string;
    folder: string;
  },
): Promise<DocumentReading> {
  const path = resolve(directory, file);
  const relativePath = relative(resolve(directory, folder), path);
  const name = relativePath.split(sep).join("/");
  const refuse = (reason: string): DocumentReading => ({
    kind: "refused",
    name: file,
    reason,
  });

  // Between Windows drives, `relative` returns an absolute path.
  if (isAbsolute(relativePath) || /^\.\.(?:\/|$)/.test(name))
    return refuse(
      "is outside the base folder; choose a parent folder with --folder",
    );
  const type = extname(path).toLowerCase();
  const state = await stat(path).catch(() => undefined);
  if (state === undefined) return refuse("no such file");
  if (state.isDirectory())
    return refuse(`is a folder; name its files, e.g. ${file}/*.md`);
  if (!TEXT.has(type) && !HTML.has(type) && !FILES.has(type))
    return refuse(
      "is not Markdown (.md), text (.txt), HTML (.html), PDF (.pdf) or DOCX (.docx)",
    );
  if (state.size > MAX_HTML_BYTES) return refuse("has more than 10 MiB");
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return refuse("cannot be read");
  if (FILES.has(type)) {
    const extracted = await extract(bytes);
    return "text" in extracted
      ? { kind: "read", name, text: extracted.text }
      : refuse(extracted.reason);
  }
  const isHtml = HTML.has(type);
  const text = isHtml ? decodeHtml(bytes) : decode(bytes);
  if (text === undefined)
    return refuse(isHtml ? "is not HTML" : "is not text in UTF-8");
  const markdown = isHtml ? htmlToMarkdown(text) : text;
  if (markdown === undefined) return refuse("has too many elements; split it");
  return Buffer.byteLength(markdown) > MAX_DOCUMENT_BYTES
    ? refuse("has more than 1 MiB of text; split it into several files")
    : { kind: "read", name, text: markdown };
}

async function extract(
  bytes: Uint8Array,
): Promise<{ readonly text: string } | { readonly reason: string }> {
  if (bytes.length > MAX_FILE_BYTES)
    return { reason: "has more than 5 MB; split it into several files" };
  const format = findFormat(bytes);
  if (format === undefined) return { reason: UNREADABLE.damaged };
  const extraction = await extractText(bytes, format, {
    maxLength: MAX_DOCUMENT_BYTES,
    signal: AbortSignal.timeout(MAX_EXTRACTION_MS),
  });
  if (extraction.kind === "unreadable")
    return { reason: UNREADABLE[extraction.problem] };
  return extraction.isCut ||
    Buffer.byteLength(extraction.text) > MAX_DOCUMENT_BYTES
    ? {
        reason:
          "has more than 200 pages or 1 MiB of text; split it into several files",
      }
    : { text: extraction.text };
}

const MAX_EXTRACTION_MS = 60_000;

const UNREADABLE: Readonly<Record<ExtractionProblem, string>> = {
  locked: "needs a password",
  damaged: "is damaged",
  "no-words": "has no text; its pages are perhaps scanned",
};

function decode(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes a page in the encoding that it declares. */
function decodeHtml(bytes: Uint8Array): string | undefined {
  const text = decodeText(bytes, { declared: undefined, isHtml: true });
  return isBinary(text) ? undefined : text;
}

/**
 * Converts a page to text with Markdown headings; its title becomes the heading
 * if it has none. `undefined` if the page is too large to be read whole.
 */
function htmlToMarkdown(html: string): string | undefined {
  const { title, text, isCut } = parseHtml(html);
  if (isCut) return undefined;
  return title === "" || /^#{1,6} /m.test(text)
    ? text
    : `# ${title}\n\n${text}`;
}
