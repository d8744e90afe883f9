import { styled, type StyledText } from "./styled-text.ts";

/**
 * Parses Markdown and writes it as styled text. The parser is imported with the
 * first text that needs it, which saves 10 ms at a start.
 */
export async function readMarkdown(
  markdown: string,
  { isOpen }: { isOpen?: boolean | undefined } = {},
): Promise<StyledText> {
  if (!MARKS.test(markdown))
    return styled(markdown.trim().replaceAll(/\n{2,}/g, "\n\n"));
  const [{ parseAnswer }, { toStyledText }] = await Promise.all([
    import("../../document/close-open-ends.ts"),
    import("./to-styled-text.ts"),
  ]);
  return toStyledText(parseAnswer(markdown, { isOpen }));
}

/** Matches any text that may contain Markdown. */
const MARKS =
  /[\0\\`*_[\]<>&#|~$=@]|[^\S\n ]|^(?: |[-+]|\d+[.)])| $|www\.|:\/\//im;
