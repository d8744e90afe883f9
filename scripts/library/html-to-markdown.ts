import { readHtml } from "../../src/tools/read-page/parse-html.ts";

/** The text of a page with its headings in Markdown, under its title where it has no headings; `undefined` where it is too large to be read whole. */
export function htmlToMarkdown(html: string): string | undefined {
  const { title, text, isCut } = readHtml(html);
  if (isCut) return undefined;
  return title === "" || /^#{1,6} /m.test(text)
    ? text
    : `# ${title}\n\n${text}`;
}
