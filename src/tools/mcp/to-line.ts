import { cutText } from "../../text.ts";
import { INVISIBLE } from "../invisible-characters.ts";

/** A stranger's text as one line, at most `maxLength` UTF-16 units long, the cut marked by “…”. */
export function toLine(
  text: string,
  { maxLength }: { maxLength: number },
): string {
  // What is behind it cannot show; the rest of a long text is not looked at.
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(INVISIBLE, "")
    .trim();
  if (line.length <= maxLength) return line;
  return `${cutText(line, maxLength - 1).trimEnd()}…`;
}
