/** A text's beginning, of at most `maxLength` UTF-16 units, without half a character at its end. */
export function cutText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
