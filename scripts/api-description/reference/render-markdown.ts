import { marked } from "marked";
import { Html } from "./html.ts";

/** Paragraphs, lists and tables; tables scroll by themselves where the screen is small. */
export function renderMarkdown(markdown: string): Html {
  const markup = marked
    .parse(markdown, { async: false })
    .replaceAll("<table>", '<div class="scroller" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return new Html(markup);
}

/** Words in a line. */
export function renderInline(markdown: string): Html {
  return new Html(marked.parseInline(markdown, { async: false }));
}
