import type { Attachment } from "../types/message.ts";

/** Formats of documents whose text is read besides plain text. */
export type DocumentFormat = "pdf" | "docx";

/** Why a document has no text to read. */
export type ExtractionProblem =
  /** It needs a password. */
  | "locked"
  /** Its content is not what its format demands. */
  | "damaged"
  /** It has no text, such as scanned pages. */
  | "no-words";

/** `isCut`: there is more than the limits allow. */
export type Extraction =
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  | { readonly kind: "unreadable"; readonly problem: ExtractionProblem };

export interface ExtractionLimits {
  readonly maxLength: number;
  readonly signal: AbortSignal;
}

/** Of a whole PDF or DOCX file. */
export const MAX_FILE_BYTES = 5_000_000;

/** By media type and extension. */
const FORMATS: ReadonlyMap<string, DocumentFormat> = new Map([
  [".pdf", "pdf"],
  [".docx", "docx"],
  ["application/pdf", "pdf"],
  ["application/x-pdf", "pdf"],
  [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "docx",
  ],
]);

/** What a sender calls PDF or DOCX, by the media type, else by the name. */
export function findDeclaredFormat({
  mediaType = "",
  name = "",
}: Pick<Attachment, "mediaType" | "name">): DocumentFormat | undefined {
  const [type = ""] = mediaType.toLowerCase().split(";");
  const extension = /\.(?:pdf|docx)$/i.exec(name)?.[0].toLowerCase() ?? "";
  return FORMATS.get(type.trim()) ?? FORMATS.get(extension);
}

/**
 * Detects the format from the content. Readers of PDF accept up to 1,024 bytes
 * before its header (ISO 32000-1, annex H.3); a DOCX file is a ZIP archive.
 */
export function findFormat(bytes: Uint8Array): DocumentFormat | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, 1_024));
  if (beginning.includes("%PDF-")) return "pdf";
  return beginning.startsWith("PK\u0003\u0004") ? "docx" : undefined;
}

/**
 * Extracts a document's text, as Markdown where it has headings and lists.
 * Throws the signal's reason.
 */
export async function extractText(
  bytes: Uint8Array,
  format: DocumentFormat,
  limits: ExtractionLimits,
): Promise<Extraction> {
  // Large packages, which most conversations never need.
  switch (format) {
    case "pdf": {
      const { extractPdfText } = await import("./pdf-text.ts");
      return extractPdfText(bytes, limits);
    }
    case "docx": {
      const { extractDocxText } = await import("./docx-text.ts");
      return extractDocxText(bytes, limits);
    }
  }
}
