import {
  joinStyledTexts,
  PLAIN,
  styled,
  type StyledText,
} from "./styled-text.ts";

/** What chats can show of Markdown. The parser is evaluated with the first text that has any: a start without it takes 10 ms less. */
export async function readMarkdown(markdown: string): Promise<StyledText> {
  if (!MARKS.test(markdown)) return paragraphsToText(markdown);
  const { markdownToStyledText } = await import("./markdown-to-styled-text.ts");
  return markdownToStyledText(markdown);
}

/** A text without any of these means the same as Markdown. Many answers are such. */
const MARKS =
  /[\\`*_[\]<>&#|~$=@]|[^\S\n ]|^(?: |[-+]|\d+[.)])| $|www\.|:\/\//im;

function paragraphsToText(text: string): StyledText {
  const paragraphs = text.trim().split(/\n{2,}/);
  return joinStyledTexts(
    paragraphs.map((paragraph) => styled(paragraph, PLAIN)),
    styled("\n\n", PLAIN),
  );
}
