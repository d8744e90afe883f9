import { filetypemime } from "magic-bytes.js";

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
