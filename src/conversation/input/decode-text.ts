/**
 * Control characters, which plain text does not contain, except white space.
 */
const BINARY = /[^\P{Cc}\s]/u;
const ESCAPE = "\u001B";

/**
 * GB 18030 decodes nearly any bytes; wrong guesses yield private-use or
 * unassigned characters.
 */
const NO_CHARACTER = /[\p{Co}\p{Cn}]/u;

/** Byte order marks. The decoders strip them. */
const MARKS = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/**
 * Decodes a text file: UTF-8 or UTF-16 by byte order mark, otherwise UTF-8,
 * else GB 18030, which older Chinese programs write. `undefined` if it is not
 * plain text, or blank.
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
