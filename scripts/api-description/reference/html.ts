/** Markup that is safe to be put into a page. */
export class Html {
  readonly text: string;

  /** @param text markup, not words */
  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | false | undefined | readonly Content[];

/** Template for markup: words that are put in are escaped, markup is not; `false` and `undefined` are nothing. */
export function html(
  pieces: TemplateStringsArray,
  ...contents: readonly Content[]
): Html {
  return new Html(
    pieces
      .map((piece, index) => piece + toText(contents[index]))
      .join("")
      .replaceAll(/>\n\s+</g, ">\n<"),
  );
}

function toText(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Html) return content.text;
  if (typeof content === "object") return content.map(toText).join("");
  return String(content)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
