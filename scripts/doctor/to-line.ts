const MAX_LENGTH = 200;

/** A text of others as one line for a terminal: without control characters, which could paint over what stands there, and cut. */
export function toLine(text: string, { maxLength = MAX_LENGTH } = {}): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return line.length <= maxLength
    ? line
    : `${line.slice(0, maxLength).toWellFormed().trimEnd()}…`;
}
