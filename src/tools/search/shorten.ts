import { cutText } from "../../text.ts";

/** Cuts a text to `maxLength` UTF-16 units, never inside a code point; `…` shows the cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${cutText(text.toWellFormed(), maxLength - 1).trimEnd()}…`;
}
