/** Writes all line ends of a text that comes in pieces as `\n`. A carriage return at a piece's end waits for the next. */
export function createLineFeeds(): (piece: string) => string {
  let isReturnDue = false;
  return (piece) => {
    const text = isReturnDue ? `\r${piece}` : piece;
    isReturnDue = text.endsWith("\r");
    const known = isReturnDue ? text.slice(0, -1) : text;
    return known.replaceAll(/\r\n?/g, "\n");
  };
}
