import { getDocumentProxy } from "unpdf";
import type { Extraction, ExtractionLimits } from "./extract-text.ts";

/** A page takes milliseconds, or a tenth of a second if it is full of text. */
const MAX_PAGES = 200;
/** Checked after each page: a page cannot be interrupted. */
const MAX_MS = 15_000;

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document["getPage"]>>;

/** Extracts the text page by page, separated by blank lines. */
export async function extractPdfText(
  bytes: Uint8Array,
  limits: ExtractionLimits,
): Promise<Extraction> {
  let document: Document | undefined;
  try {
    // PDF.js takes the bytes away from their owner.
    document = await getDocumentProxy(bytes.slice(), {
      verbosity: 0,
      // Fonts and images are for drawing.
      disableFontFace: true,
      useSystemFonts: false,
    });
    return await readPages(document, limits);
  } catch (error) {
    limits.signal.throwIfAborted();
    const isLocked =
      error instanceof Error && error.name === "PasswordException";
    return { kind: "unreadable", problem: isLocked ? "locked" : "damaged" };
  } finally {
    await document?.loadingTask.destroy();
  }
}

async function readPages(
  document: Document,
  { maxLength, signal }: ExtractionLimits,
): Promise<Extraction> {
  const end = Date.now() + MAX_MS;
  let text = "";
  let read = 0;
  while (read < Math.min(document.numPages, MAX_PAGES)) {
    signal.throwIfAborted();
    if (text.length > maxLength || Date.now() > end) break;
    read += 1;
    const page = await document.getPage(read);
    text += `${await readPage(page)}\n\n`;
    page.cleanup();
  }
  const isCut = read < document.numPages || text.trim().length > maxLength;
  const shown = text.trim().slice(0, maxLength).toWellFormed();
  return shown === ""
    ? { kind: "unreadable", problem: "no-words" }
    : { kind: "text", text: shown, isCut };
}

async function readPage(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
    .join("")
    .replaceAll(/[^\S\n]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
