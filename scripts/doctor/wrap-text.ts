/** Breaks a line between its words, so that none is wider; a word that is too long has a line of its own. */
export function wrapText(
  text: string,
  { width, indentation }: { width: number; indentation: number },
): string {
  const margin = " ".repeat(indentation);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indentation + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => margin + each).join("\n");
}
