/** The text, or its beginning and `…` where it is longer than `maxLength` UTF-16 units; never half a character. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
