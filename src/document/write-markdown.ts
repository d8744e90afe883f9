import type {
  Block,
  Content,
  Document,
  Heading,
  Inline,
  Link,
  List,
  ListItem,
  Table,
} from "./document.ts";

/**
 * Writes a document as Markdown that every parser reads as this document, and
 * whose text has no markup or links of its own. The beginning of a document is
 * written as the beginning of its text.
 */
export function writeMarkdown(document: Document): string {
  return document.map(writeBlock).join("\n\n");
}

function writeBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return protectLines(writeContent(block.content));
    case "heading":
      return writeHeading(block);
    case "quote":
      return prefixLines(writeMarkdown(block.blocks), "> ");
    case "list":
      return writeList(block);
    case "table":
      return writeTable(block);
    case "code":
      return fence(block.text, /^[\w+#.-]*/.exec(block.info ?? "")?.[0] ?? "");
    case "formula":
      return block.formula.source;
    case "html":
      return protectLines(escape(block.text));
    case "definition":
      return `[${block.label}]: <${block.address}>`;
    case "note":
      return `[^${block.label}]: ${indent(writeNote(block.blocks), 4)}`;
    case "rule":
      return "---";
  }
}

/**
 * Parsers without footnotes take one that is a lone word for a link definition:
 * an invisible character follows a first word that may be an address.
 */
function writeNote(blocks: Document): string {
  return writeMarkdown(blocks).replace(FIRST_ADDRESS, "$& \u2060");
}

const FIRST_ADDRESS = /^(?=[/\\]|[^\s<]*:\S)[^\s<]\S*/;

function writeHeading({ level, underline, content }: Heading): string {
  const text = writeContent(content);
  if (underline !== undefined)
    return `${protectLines(text)}\n${underline.repeat(3)}`;
  const line = text.replaceAll(/\\?\n/g, " ").replace(/#+$/, String.raw`\$&`);
  return `${"#".repeat(level)} ${line}`.trimEnd();
}

function writeList(list: List): string {
  return list.items
    .map((item, index) => {
      const { start, mark } = list;
      const head = start === undefined ? mark : `${start + index}${mark}`;
      const blocks = indent(writeItem(item), head.length + 1);
      const isLast = index === list.items.length - 1;
      const end = isLast ? "" : item.isSpaced ? "\n\n" : "\n";
      return `${head} ${blocks}`.trimEnd() + end;
    })
    .join("");
}

/** Only what would go on with a paragraph stands apart from it. */
function writeItem({ isDone, blocks }: ListItem): string {
  const task = isDone === undefined ? "" : isDone ? "[x] " : "[ ] ";
  return blocks.reduce((written, block, index) => {
    const isAfterText = blocks[index - 1]?.type === "paragraph";
    const isApart = isAfterText && GOES_ON.has(block.type);
    const between = index === 0 ? task : isApart ? "\n\n" : "\n";
    return written + between + writeBlock(block);
  }, "");
}

const GOES_ON: ReadonlySet<Block["type"]> = new Set([
  "paragraph",
  "html",
  "definition",
  "rule",
]);

function writeTable({ header, rows, align }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const toCells = (cells: readonly Content[]) => line(cells.map(writeCell));
  const sides = { left: ":--", center: ":-:", right: "--:" };
  const rule = align.map((side) => (side === null ? "---" : sides[side]));
  return [toCells(header), line(rule), ...rows.map(toCells)].join("\n");
}

function writeCell(cell: Content): string {
  return writeContent(cell)
    .replaceAll(/\\?\n/g, "<br>")
    .replaceAll("|", String.raw`\|`);
}

function writeContent(content: Content): string {
  return content.map(writeInline).join("");
}

function writeInline(inline: Inline): string {
  switch (inline.type) {
    case "text":
      return escape(inline.text);
    case "bold":
    case "italic":
    case "strikethrough":
      return writeSpan(inline.mark, writeContent(inline.content));
    case "code":
      return writeCode(inline.text);
    case "break":
      return inline.isHard ? "\\\n" : "\n";
    case "formula":
      return inline.source;
    case "reference":
      return `[^${inline.label}]`;
    case "link":
      return writeLink(inline);
    case "image": {
      const text = writeContent(inline.content);
      return inline.address === undefined
        ? text
        : `![${text}](${destination(inline.address)})`;
    }
  }
}

/** Marks stand next to the text: a space on the inside would end them. */
function writeSpan(mark: string, text: string): string {
  const core = text.trim();
  if (core === "") return text;
  const start = text.indexOf(core);
  const [before, after] = [
    text.slice(0, start),
    text.slice(start + core.length),
  ];
  return `${before}${mark}${core}${mark}${after}`;
}

function writeCode(text: string): string {
  const mark = "`".repeat(longestRun(text) + 1);
  const pad = /^[ `]|[ `]$/.test(text) && text.trim() !== "" ? " " : "";
  return `${mark}${pad}${text}${pad}${mark}`;
}

function writeLink({ address, content, isBare }: Link): string {
  const [text] = content;
  const shown = text?.type === "text" ? text.text : "";
  if (isBare && /^(?:https?:\/\/|mailto:|[\w.+-]+@)[^\s<>]*$/i.test(shown))
    return `<${shown}>`;
  return `[${writeContent(content)}](${destination(address)})`;
}

/** In angle brackets, where every client sees its end. */
function destination(address: string): string {
  const encoded = address
    .replaceAll("\\", "%5C")
    .replaceAll(/&(?=#?\w+;)/g, "&amp;");
  return `<${encoded}>`;
}

function fence(text: string, language: string): string {
  const mark = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${mark}${language}\n${text}${text === "" ? "" : "\n"}${mark}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/**
 * Escapes what would be markup. Brackets stay, as they are no link without a
 * destination or a definition, which may follow and is judged itself. So do
 * dollar signs: the text of a formula is judged like other text.
 */
function escape(text: string): string {
  return text.replaceAll(MARKUP, (marks) => marks.replaceAll(/[^]/g, "\\$&"));
}

/**
 * Backslashes before punctuation; stars but between spaces and digits;
 * underscores but within words; backticks; pairs of tildes; what begins a tag
 * or a character reference; what follows a link's text.
 */
const MARKUP =
  /\\(?=[!-/:-@[-`{-~]|$)|(?<![\s\d])\*|\*(?![\s\d])|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])|`|~(?=~)|(?<=~)~|<(?=[a-z/!?])|&(?=#?\w+;)|(?<=\])[(:]/giu;

/** Escapes what would be markup at the beginning of a line. */
function protectLines(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const start = line.trimStart();
      if (/^[|:= -]+$/.test(start) && /[-=]/.test(start)) return `\\${start}`;
      return start
        .replace(/^(?:#{1,6}(?=\s|$)|>|[+-](?=\s|$)|~~~)/, "\\$&")
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
    })
    .join("\n");
}

function prefixLines(text: string, prefix: string): string {
  return text.replaceAll(/^/gm, prefix).replaceAll(/ +$/gm, "");
}

function indent(text: string, width: number): string {
  return text.replaceAll(/\n(?!\n|$)/g, `\n${" ".repeat(width)}`);
}
