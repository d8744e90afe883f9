export type Bytes = Uint8Array<ArrayBuffer>;

/** Joins the parts; texts as UTF-8. */
export function concatenate(parts: readonly (string | Uint8Array)[]): Bytes {
  const encoder = new TextEncoder();
  const pieces = parts.map((part) =>
    typeof part === "string" ? encoder.encode(part) : part,
  );
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const piece of pieces) {
    bytes.set(piece, position);
    position += piece.byteLength;
  }
  return bytes;
}

/** `undefined` if the text is empty or not hexadecimal. */
export function fromHex(text: string): Bytes | undefined {
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  const pairs = text.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** `undefined` if the text is not base64. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The same in the alphabet for URLs. */
export function fromBase64Url(text: string): Bytes | undefined {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}

/**
 * A call takes only so many arguments. A multiple of three, so that the base64
 * of pieces can be concatenated.
 */
const PIECE_BYTES = 24_576;

export function toBase64(bytes: Uint8Array): string {
  let base64 = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    base64 += btoa(String.fromCharCode(...piece));
  }
  return base64;
}

export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_");
}
