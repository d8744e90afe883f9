import {
  extractText,
  findDeclaredFormat,
  findFormat,
  MAX_FILE_BYTES,
  type ExtractionProblem,
} from "../../files/extract-text.ts";
import type { Problem } from "../../types/problem.ts";
import { refuse, type Reading } from "../problems.ts";
import { readBody, readBytes } from "../request-body.ts";

/** Maximum size of a document's text. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;

/** Why a document of this media type is rejected unread. */
export function findTypeFault(type: string): Problem | undefined {
  return isText(type) || findDeclaredFormat({ mediaType: type }) !== undefined
    ? undefined
    : {
        status: 415,
        slug: "not-text",
        title: "The library accepts texts only",
        detail:
          "Send Markdown (text/markdown), plain text (text/plain), PDF (application/pdf) or DOCX. npm run library:add converts HTML to text.",
      };
}

/** Reads the text of a document that `findTypeFault` accepts. */
export async function readDocumentBody(
  request: Request,
  type: string,
): Promise<Reading<string>> {
  if (isText(type)) return readBody(request, { maxBytes: MAX_DOCUMENT_BYTES });
  const file = await readBytes(request, { maxBytes: MAX_FILE_BYTES });
  if (file.kind === "refused") return file;
  const format = findFormat(file.value);
  if (format === undefined) return refuse(UNREADABLE.damaged);
  const extraction = await extractText(file.value, format, {
    maxLength: MAX_DOCUMENT_BYTES,
    signal: request.signal,
  });
  if (extraction.kind === "unreadable")
    return refuse(UNREADABLE[extraction.problem]);
  // Part of a document would be found as if it were all of it.
  return extraction.isCut || sizeOf(extraction.text) > MAX_DOCUMENT_BYTES
    ? refuse(TOO_LONG)
    : { kind: "read", value: extraction.text };
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isText(type: string): boolean {
  return /^text\/(?:plain|markdown)\s*(?:;|$)/i.test(type);
}

const UNREADABLE: Readonly<Record<ExtractionProblem, Problem>> = {
  locked: {
    status: 422,
    slug: "locked-document",
    title: "The document needs a password",
    detail: "Save it without a password and send it again.",
  },
  damaged: {
    status: 422,
    slug: "damaged-document",
    title: "The document cannot be opened",
    detail:
      "It is damaged, or not what its Content-Type says. Save it again as PDF or DOCX.",
  },
  "no-words": {
    status: 422,
    slug: "empty-document",
    title: "The document is empty",
    detail: "It has no text; its pages are perhaps scanned pictures.",
  },
};

const TOO_LONG: Problem = {
  status: 413,
  slug: "document-too-long",
  title: "The document is too long",
  detail:
    "200 pages with 1 MiB of text are read at most. Split it into smaller documents.",
};
