export type Attributes = Readonly<Record<string, string>>;

/** Maximum indentation level of lists. */
const MAX_INDENTATION = 4;

/**
 * Writes a page as text from its elements, opened and closed in document order.
 * Marks headings and lists as Markdown, cells with bars, and superscript
 * numbers with a caret, so that 10⁹ does not become 109.
 */
export function createElementWriter(writer: TextWriter) {
  /** The last number of each open list; `undefined` for unordered ones. */
  const lists: (number | undefined)[] = [];
  let rowStart = 0;
  let isFirstCell = true;
  let isRaised = false;
  let verbatimDepth = 0;

  const markItem = (): void => {
    const number = lists.at(-1);
    if (number !== undefined) lists[lists.length - 1] = number + 1;
    const indentation = Math.min(lists.length - 1, MAX_INDENTATION);
    writer.mark(
      "  ".repeat(Math.max(indentation, 0)) +
        (number === undefined ? "- " : `${number + 1}. `),
    );
  };

  const beginCell = (): void => {
    if (!isFirstCell) {
      // If all cells of this row are empty so far, joining would continue the
      // previous row.
      if (writer.position > rowStart) writer.join();
      writer.add(" | ");
    }
    isFirstCell = false;
  };

  const begin = (name: string, attributes: Attributes): void => {
    switch (name) {
      case "br":
        return writer.feedLine();
      case "ol":
        return void lists.push(parseStart(attributes["start"]) - 1);
      case "ul":
        return void lists.push(undefined);
      case "li":
        return markItem();
      case "tr":
        rowStart = writer.position;
        isFirstCell = true;
        return;
      case "td":
      case "th":
        return beginCell();
      case "sup":
        isRaised = true;
        return;
      case "pre":
        verbatimDepth++;
        return;
      default:
        if (isHeading(name)) writer.mark(`${"#".repeat(Number(name[1]))} `);
    }
  };

  const end = (name: string): void => {
    if (name === "ol" || name === "ul") lists.pop();
    if (name === "sup") isRaised = false;
    if (name === "pre") verbatimDepth--;
    if (name === "li" || isHeading(name)) writer.mark("");
  };

  return {
    open(name: string, attributes: Attributes): void {
      breakAt(name, writer);
      begin(name, attributes);
    },
    addText(text: string): void {
      const isPower = isRaised && /^[-+−]?\d/.test(text);
      isRaised = false;
      if (verbatimDepth > 0) writer.addVerbatim(text);
      else writer.add(isPower ? `^${text}` : text);
    },
    close(name: string): void {
      end(name);
      breakAt(name, writer);
    },
  };
}

/** Surrounded by empty lines. */
const PARAGRAPHS = toSet(
  "p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote table figure section article main details hr",
);
/** On separate lines. */
const LINES = toSet(
  "address body caption center dd div dt fieldset figcaption form header hgroup legend li summary tr",
);

function breakAt(name: string, writer: TextWriter): void {
  if (PARAGRAPHS.has(name)) writer.breakLines(2);
  else if (LINES.has(name)) writer.breakLines(1);
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/.test(name);
}

function parseStart(text = ""): number {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : 1;
}

export type TextWriter = ReturnType<typeof createTextWriter>;

/**
 * Writes text as a browser lays it out: collapses white space and puts blocks
 * on separate lines.
 */
export function createTextWriter() {
  const pieces: string[] = [];
  let breaks: 0 | 1 | 2 = 0;
  let isBlankDue = false;
  let pendingMark = "";

  const write = (text: string): void => {
    if (breaks > 0) pieces.push("\n".repeat(breaks));
    else if (isBlankDue) pieces.push(" ");
    if (pendingMark !== "") pieces.push(pendingMark);
    pieces.push(text);
    breaks = 0;
    isBlankDue = false;
    pendingMark = "";
  };

  return {
    /** Adds text and collapses its white space. */
    add(text: string): void {
      const collapsed = text.replaceAll(/\s+/g, " ");
      const words = collapsed.trim();
      isBlankDue ||= collapsed.startsWith(" ");
      if (words === "") return;
      write(words);
      isBlankDue = collapsed.endsWith(" ");
    },
    /** Adds text and preserves its white space. */
    addVerbatim(text: string): void {
      if (text !== "") write(text);
    },
    /**
     * Starts a new line (1), or leaves an empty line (2); consecutive breaks
     * merge.
     */
    breakLines(count: 1 | 2): void {
      if (count > breaks) breaks = count;
    },
    /** A typed line break; two in a row leave an empty line. */
    feedLine(): void {
      breaks = breaks === 0 ? 1 : 2;
    },
    /** Continues the last line. */
    join(): void {
      breaks = 0;
    },
    /**
     * Prefixes the next text, e.g. with a list's dash; an empty mark cancels a
     * pending one.
     */
    mark(text: string): void {
      pendingMark = text;
    },
    /** Position of the next text, for `read`. */
    get position(): number {
      return pieces.length;
    },
    /** Returns the trimmed text from a position on. */
    read: (from?: number): string => pieces.slice(from).join("").trim(),
  };
}

export function toSet(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
