/** What a sticky pattern matches at that position. */
export function matchAt(
  pattern: RegExp,
  text: string,
  position: number,
): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}
