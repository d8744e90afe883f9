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
