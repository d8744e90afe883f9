/** A heading, or what stands between blank lines: a paragraph, a list, a table, or a block of code with its own blank lines. */
export type Block =
  | {
      readonly kind: "heading";
      /** 1 to 6. */
      readonly level: number;
      readonly text: string;
    }
  | { readonly kind: "text"; readonly text: string };

/** In UTF-16 units, with its signs. */
const MAX_HEADING_LENGTH = 200;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;
const UNDERLINE = /^ {0,3}(?:={2,}|-{2,})[ \t]*$/;

/** Takes Markdown apart, in time linear in its length. Text without any markup is paragraphs. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  /** What the block of code that we are in began with. */
  let fence: string | undefined;

  const end = (): void => {
    if (lines.length > 0) blocks.push({ kind: "text", text: lines.join("\n") });
    lines = [];
  };

  for (const line of markdown.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      lines.push(line);
      if (mark !== undefined && closes(line, fence)) {
        fence = undefined;
        end();
      }
    } else if (mark !== undefined) {
      end();
      fence = mark;
      lines.push(line);
    } else {
      const heading = readHeading(line, lines);
      if (heading === undefined) {
        if (line.trim() === "") end();
        else lines.push(line);
      } else {
        if (heading.isUnderlined) lines = [];
        end();
        const { level, text } = heading;
        blocks.push({ kind: "heading", level, text });
      }
    }
  }
  end();
  return blocks;
}

/** A line with nothing but at least as many signs of the same kind. */
function closes(line: string, fence: string): boolean {
  const signs = line.trim();
  return (
    signs.startsWith(fence) && signs === fence.charAt(0).repeat(signs.length)
  );
}

/** Either the line is a heading by itself, or it underlines the one line before it. What is too long is no heading. */
function readHeading(
  line: string,
  linesBefore: readonly string[],
): { level: number; text: string; isUnderlined: boolean } | undefined {
  if (line.length > MAX_HEADING_LENGTH) return undefined;
  const [, signs, text = ""] = HEADING.exec(line) ?? [];
  if (signs !== undefined)
    return {
      level: signs.length,
      text: text.trim().replace(/(?:^|[ \t])#+$/, ""),
      isUnderlined: false,
    };
  const [before = ""] = linesBefore;
  const isUnderline =
    linesBefore.length === 1 &&
    before.length <= MAX_HEADING_LENGTH &&
    UNDERLINE.test(line);
  return isUnderline
    ? { level: line.includes("=") ? 1 : 2, text: before, isUnderlined: true }
    : undefined;
}
