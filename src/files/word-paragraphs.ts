import type { Handler } from "htmlparser2";

/**
 * What the document repeats or has deleted: shapes for older programs, text
 * before it was moved.
 */
const LEFT_OUT = new Set(["mc:Fallback", "w:del", "w:moveFrom"]);

/**
 * Reads WordprocessingML (ECMA-376, part 1, 17), whose tags are written `w:` by
 * all programs: a paragraph each as Markdown, the cells of a table's row in one
 * line.
 * @param headings levels by the id of a paragraph's style
 */
export function createParagraphReader(
  headings: ReadonlyMap<string, number>,
): Partial<Handler> & { readonly text: string } {
  let text = "";
  let paragraph = "";
  let mark = "";
  let isText = false;
  let leftOut = 0;
  /** The cells of the rows around the paragraph: tables may be nested. */
  const rows: string[][] = [];

  function add(line: string, end: string): void {
    const row = rows.at(-1);
    if (row === undefined) text += `${line}${end}`;
    else {
      const cell = row.pop() ?? "";
      // Trimming the whole cell each time would take forever.
      row.push(cell === "" || line === "" ? cell + line : `${cell} ${line}`);
    }
  }

  const opened: Readonly<
    Record<string, (attributes: Readonly<Record<string, string>>) => void>
  > = {
    "w:t": () => (isText = true),
    "w:tab": () => (paragraph += "\t"),
    "w:br": () => (paragraph += "\n"),
    "w:cr": () => (paragraph += "\n"),
    "w:tr": () => rows.push([]),
    "w:tc": () => rows.at(-1)?.push(""),
    "w:numPr": () => (mark ||= "- "),
    "w:pStyle": ({ "w:val": style = "" }) => {
      const level = headings.get(style);
      if (level !== undefined) mark = `${"#".repeat(level)} `;
    },
  };
  const closed: Readonly<Record<string, () => void>> = {
    "w:t": () => (isText = false),
    "w:p": () => {
      const words = paragraph.trim();
      if (words !== "") add(`${rows.length === 0 ? mark : ""}${words}`, "\n\n");
      paragraph = "";
      mark = "";
    },
    "w:tr": () => add((rows.pop() ?? []).join(" | "), "\n"),
    "w:tbl": () => add("", "\n"),
  };

  return {
    get text() {
      return text;
    },
    onopentag(name, attributes) {
      if (LEFT_OUT.has(name)) leftOut += 1;
      else if (leftOut === 0 && Object.hasOwn(opened, name))
        opened[name]?.(attributes);
    },
    ontext(words) {
      if (isText && leftOut === 0) paragraph += words;
    },
    onclosetag(name) {
      if (LEFT_OUT.has(name)) leftOut -= 1;
      else if (leftOut === 0 && Object.hasOwn(closed, name)) closed[name]?.();
    },
  };
}
