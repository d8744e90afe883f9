/** A body's first bytes: decoded bodies may be far larger than what was sent, and some never end. */
export async function readBeginning(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes }: { maxBytes: number },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.byteLength;
    // Leaving the loop cancels the body.
    if (length > maxBytes) break;
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const piece of pieces) {
    bytes.set(piece, position);
    position += piece.byteLength;
  }
  return { bytes: bytes.subarray(0, maxBytes), isCut: length > maxBytes };
}
