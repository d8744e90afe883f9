export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes texts as UTF-8. */
export function concatenate(parts: readonly (string | Uint8Array)[]): Bytes {
  const encoder = new TextEncoder();
  const pieces = parts.map((part) =>
    typeof part === "string" ? encoder.encode(part) : part,
  );
  const whole = new Uint8Array(
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  let position = 0;
  for (const piece of pieces) {
    whole.set(piece, position);
    position += piece.length;
  }
  return whole;
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
