/** A multiple of three: so the pieces' base64 joined is that of the whole. */
const PIECE_BYTES = 24_576;

/** The bytes as a `data:` URL in base64. */
export function toDataUrl(bytes: Uint8Array, mediaType: string): string {
  let base64 = "";
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    base64 += btoa(String.fromCharCode(...piece));
  }
  return `data:${mediaType};base64,${base64}`;
}
