/** Control characters, which plain text does not hold. Blanks and line breaks are none, nor is what colours a log. */
const BINARY = /[^\P{Cc}\s]/u;
const ESCAPE = "\u001B";

/** GB 18030 gives a meaning to nearly all bytes; where it is the wrong one, such characters come of it. */
const NO_CHARACTER = /[\p{Co}\p{Cn}]/u;

/** Byte order marks; the decoders leave them out. */
const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/**
 * The text of a file: in UTF-8 or UTF-16 by its byte order mark, without one in UTF-8 or else in GB 18030, which older
 * Chinese programs write. `undefined` for anything that is no plain text, and for nothing but blanks.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find((mark) =>
    mark.bytes.every((byte, index) => bytes[index] === byte),
  );
  if (marked !== undefined) return decode(bytes, marked.encoding);
  const text = decode(bytes, "utf-8");
  if (text !== undefined) return text;
  const chinese = decode(bytes, "gb18030");
  return chinese === undefined || NO_CHARACTER.test(chinese)
    ? undefined
    : chinese;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const options = { fatal: true, ignoreBOM: false };
    const text = new TextDecoder(encoding, options).decode(bytes);
    const isBinary = BINARY.test(text.replaceAll(ESCAPE, ""));
    return isBinary || text.trim() === "" ? undefined : text;
  } catch {
    return undefined;
  }
}
