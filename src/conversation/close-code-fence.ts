/**
 * Markdown that broke off, with its open code block closed: what follows it must not become code. Fences as
 * CommonMark 4.5 has them, outside of lists and quotes.
 */
export function closeCodeFence(markdown: string): string {
  let open: string | undefined;
  for (const line of markdown.split("\n")) {
    const [, fence = "", info = ""] = FENCE.exec(line) ?? [];
    if (fence === "") continue;
    if (open === undefined) open = isOpening(fence, info) ? fence : undefined;
    else if (fence.startsWith(open) && info.trim() === "") open = undefined;
  }
  return open === undefined ? markdown : `${markdown}\n${open}`;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** After backticks there are none in the same line: those would be code within a text. */
function isOpening(fence: string, info: string): boolean {
  return fence.startsWith("~") || !info.includes("`");
}
