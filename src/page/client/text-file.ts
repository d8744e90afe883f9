/** The server reads no more of a text. */
export const MAX_TEXT_BYTES = 200_000;

const NAME = "pasted-text.txt";

/**
 * A text that is too long for the message box, as a file. `isCut`: it has only
 * the beginning, up to a whole character, since the server reads no more.
 */
export function toTextFile(text: string): {
  readonly file: File;
  readonly isCut: boolean;
} {
  const bytes = new Uint8Array(MAX_TEXT_BYTES);
  const { read, written } = new TextEncoder().encodeInto(text, bytes);
  return {
    file: new File([bytes.subarray(0, written)], NAME, { type: "text/plain" }),
    isCut: read < text.length,
  };
}
