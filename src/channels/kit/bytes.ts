export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes texts as UTF-8. */
export async function concatenate(
  parts: readonly (string | Uint8Array)[],
): Promise<Bytes> {
  return new Uint8Array(await new Blob([...parts]).arrayBuffer());
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
