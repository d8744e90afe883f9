/** Writes text as a browser would lay it out: a run of white space is one blank, and blocks begin on lines of their own. */
export interface TextWriter {
  /** Text as it stands in HTML. */
  add(text: string): void;
  /** Text whose white space counts. */
  addVerbatim(text: string): void;
  /** What follows begins on another line (1), or behind an empty one (2); several breaks on end are one. */
  breakLines(count: 1 | 2): void;
  /** A line break as people type it: two of them make an empty line. */
  feedLine(): void;
  /** What follows stands on the same line as what was written last. */
  join(): void;
  /** Stands before the next text, like the dash of a list; an empty one takes back what was not written yet. */
  mark(text: string): void;
  /** Where the next text will stand: for `read`. */
  readonly position: number;
  /** What was written from a position on, without white space at its ends. */
  read(from?: number): string;
}

export function createTextWriter(): TextWriter {
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
    add(text) {
      const collapsed = text.replaceAll(/\s+/g, " ");
      const words = collapsed.trim();
      isBlankDue ||= collapsed.startsWith(" ");
      if (words === "") return;
      write(words);
      isBlankDue = collapsed.endsWith(" ");
    },
    addVerbatim(text) {
      if (text !== "") write(text);
    },
    breakLines(count) {
      if (count > breaks) breaks = count;
    },
    feedLine() {
      breaks = breaks === 0 ? 1 : 2;
    },
    join() {
      breaks = 0;
    },
    mark(text) {
      pendingMark = text;
    },
    get position() {
      return pieces.length;
    },
    read: (from) => pieces.slice(from).join("").trim(),
  };
}
