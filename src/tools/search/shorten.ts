/** Cuts a text to `maxLength` UTF-16 units, never inside a code point; `…` shows the cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.toWellFormed().slice(0, maxLength - 1);
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1);
  return `${whole.trimEnd()}…`;
}
