export type Attributes = Readonly<Record<string, string>>;

/** Deeper lists are indented no further. */
const MAX_INDENTATION = 4;

/**
 * Writes a page from its elements, in the order of the parser: every opened one is closed, the last one first. Marks headings
 * and lists as Markdown does, cells by bars, and raised numbers by a caret: 10⁹ must not become 109.
 */
export function createElementWriter(writer: TextWriter) {
  /** The last number of each list that is open; `undefined` for those without numbers. */
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
      // Not where the cells so far are empty: that would be the line of the row before.
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

/** With an empty line before and after. */
const PARAGRAPHS = toSet(
  "p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote table figure section article main details hr",
);
/** On lines of their own. */
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

/** Writes text as a browser would lay it out: a run of white space is one blank, and blocks begin on lines of their own. */
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
    /** Text as it is in HTML. */
    add(text: string): void {
      const collapsed = text.replaceAll(/\s+/g, " ");
      const words = collapsed.trim();
      isBlankDue ||= collapsed.startsWith(" ");
      if (words === "") return;
      write(words);
      isBlankDue = collapsed.endsWith(" ");
    },
    /** Text whose white space counts. */
    addVerbatim(text: string): void {
      if (text !== "") write(text);
    },
    /** What follows begins on another line (1), or after an empty one (2); several breaks in a row are one. */
    breakLines(count: 1 | 2): void {
      if (count > breaks) breaks = count;
    },
    /** A line break as people type it: two of them make an empty line. */
    feedLine(): void {
      breaks = breaks === 0 ? 1 : 2;
    },
    /** What follows continues the line that was written last. */
    join(): void {
      breaks = 0;
    },
    /** Precedes the next text, like the dash of a list; an empty one cancels a mark that was not written yet. */
    mark(text: string): void {
      pendingMark = text;
    },
    /** Where the next text will be: for `read`. */
    get position(): number {
      return pieces.length;
    },
    /** What was written from a position on, without white space at its ends. */
    read: (from?: number): string => pieces.slice(from).join("").trim(),
  };
}

export function toSet(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
