import { Unzip, UnzipInflate } from "fflate";
import { Parser } from "htmlparser2";
import type { Extraction, ExtractionLimits } from "./extract-text.ts";
import { createParagraphReader } from "./word-paragraphs.ts";

/**
 * Unpacked XML, in UTF-16 units: a page has about 10,000. What is beyond it is
 * left out.
 */
const MAX_XML_LENGTH = 20_000_000;

/**
 * Extracts the paragraphs of a Word document (ECMA-376, part 1), with headings
 * and list items marked as in Markdown.
 */
export function extractDocxText(
  bytes: Uint8Array,
  { maxLength, signal }: ExtractionLimits,
): Extraction {
  try {
    const reader = createParagraphReader(findHeadings(bytes));
    const parser = new Parser(reader, { xmlMode: true });
    let length = 0;
    let isCut = false;
    for (const xml of unpackPart(bytes, "word/document.xml")) {
      signal.throwIfAborted();
      parser.write(xml);
      length += xml.length;
      isCut = length > MAX_XML_LENGTH || reader.text.length > maxLength;
      if (isCut) break;
    }
    if (length === 0) return { kind: "unreadable", problem: "damaged" };
    const text = reader.text.trim();
    return text === ""
      ? { kind: "unreadable", problem: "no-words" }
      : { kind: "text", text: text.slice(0, maxLength).toWellFormed(), isCut };
  } catch {
    signal.throwIfAborted();
    return { kind: "unreadable", problem: "damaged" };
  }
}

/**
 * The heading levels of the styles. Their ids depend on the language of Word,
 * their names do not.
 */
function findHeadings(bytes: Uint8Array): ReadonlyMap<string, number> {
  const headings = new Map<string, number>();
  let style = "";
  let length = 0;
  const parser = new Parser(
    {
      onopentag(name, { "w:styleId": id = "", "w:val": value = "" }) {
        if (name === "w:style") style = id;
        if (name !== "w:name") return;
        const level = /^heading ([1-6])$/i.exec(value)?.[1];
        if (level !== undefined) headings.set(style, Number(level));
        else if (/^title$/i.test(value)) headings.set(style, 1);
      },
    },
    { xmlMode: true },
  );
  for (const xml of unpackPart(bytes, "word/styles.xml")) {
    parser.write(xml);
    length += xml.length;
    if (length > MAX_XML_LENGTH / 10) break;
  }
  return headings;
}

/** Bytes of the archive that are unpacked at once. */
const PIECE_BYTES = 16_384;

/**
 * Unpacks one file of a ZIP archive, text in UTF-8, piece by piece: five
 * megabytes may unpack to five gigabytes. Yields nothing if the archive has no
 * such file. Throws if the archive is damaged or ends too early.
 */
function* unpackPart(
  archive: Uint8Array,
  name: string,
): Generator<string, void> {
  const decoder = new TextDecoder();
  const part = { isFound: false, isWhole: false, text: "" };
  const unzip = new Unzip((file) => {
    if (file.name !== name || part.isFound) return;
    part.isFound = true;
    file.ondata = (error, data, isLast) => {
      if (error !== null) throw error;
      part.text += decoder.decode(data, { stream: !isLast });
      part.isWhole = isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);

  for (let start = 0; start < archive.length; start += PIECE_BYTES) {
    const end = start + PIECE_BYTES;
    unzip.push(archive.subarray(start, end), end >= archive.length);
    if (part.text !== "") yield part.text;
    part.text = "";
    if (part.isWhole) return;
  }
  if (part.isFound) throw new Error(`${name} is cut off`);
}
