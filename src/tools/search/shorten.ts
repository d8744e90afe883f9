/** Cuts a text to `maxLength` UTF-16 units, never inside a code point; `…` shows the cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.toWellFormed().slice(0, maxLength - 1);
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1);
  return `${whole.trimEnd()}…`;
}

/** The first sentences of a text that fit into `maxLength`; a first sentence that does not fit is cut. */
export function shortenToSentences(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  let end = 0;
  for (const { index, segment } of sentences.segment(text)) {
    if (index + segment.trimEnd().length > maxLength) break;
    end = index + segment.length;
  }
  return end === 0 ? shorten(text, maxLength) : text.slice(0, end).trimEnd();
}
