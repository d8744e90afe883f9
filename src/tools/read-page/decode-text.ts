import sniffEncoding from "html-encoding-sniffer";

/**
 * Decodes bytes by their byte order mark, by the charset that the server
 * declared, or by the page itself, in this order, as the HTML Standard says:
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 * Without any, they are UTF-8 if they are valid as such, else windows-1252.
 */
export function decodeText(
  bytes: Uint8Array,
  { declared, isHtml }: { declared: string | undefined; isHtml: boolean },
): string {
  // Only a byte order mark fits into three bytes, no tag.
  const encoding = sniffEncoding(isHtml ? bytes : bytes.subarray(0, 3), {
    transportLayerEncodingLabel: declared,
    defaultEncoding: isUtf8(bytes) ? "UTF-8" : "windows-1252",
  });
  return createDecoder(encoding).decode(bytes, { stream: true });
}

/** A character that is cut at the end does not count. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Node knows all encodings of the standard but two that no page should have:
 * `replacement` and `x-user-defined`.
 */
function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
