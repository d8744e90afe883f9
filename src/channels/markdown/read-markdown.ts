import {
  joinStyledTexts,
  PLAIN,
  styled,
  type StyledText,
} from "./styled-text.ts";

/**
 * Converts Markdown to styled text. The parser is imported with the first text
 * that needs it, which saves 10 ms at a start.
 */
export async function readMarkdown(markdown: string): Promise<StyledText> {
  if (!MARKS.test(markdown)) return paragraphsToText(markdown);
  const { markdownToStyledText } = await import("./markdown-to-styled-text.ts");
  return markdownToStyledText(markdown);
}

/** Matches any text that may contain Markdown. */
const MARKS =
  /[\\`*_[\]<>&#|~$=@]|[^\S\n ]|^(?: |[-+]|\d+[.)])| $|www\.|:\/\//im;

function paragraphsToText(text: string): StyledText {
  const paragraphs = text.trim().split(/\n{2,}/);
  return joinStyledTexts(
    paragraphs.map((paragraph) => styled(paragraph, PLAIN)),
    styled("\n\n", PLAIN),
  );
}
