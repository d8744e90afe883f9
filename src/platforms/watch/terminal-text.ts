/** Columns for a text; the rest of a line is its margin. */
const WIDTH = 100;

/** Colours a text for a terminal. */
export type Ink = Readonly<
  Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", Paint>
>;

type Paint = (text: string) => string;

/** https://en.wikipedia.org/wiki/ANSI_escape_code#SGR */
export function createInk({ hasColour }: { hasColour: boolean }): Ink {
  const paint =
    (code: number, end: number): Paint =>
    (text) =>
      hasColour ? `\u001B[${code}m${text}\u001B[${end}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}

/**
 * Control characters could move the cursor or paint over other lines, and bidi
 * controls reorder them.
 */
const CONTROLS =
  // oxlint-disable-next-line no-control-regex -- to be removed
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Lines of at most `WIDTH` characters, without control characters. */
export function toLines(text: string): readonly string[] {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(CONTROLS, "�")
    .replaceAll("\t", "  ")
    .split("\n")
    .flatMap(wrap);
}

/** The first lines, and how many more there are. */
export function fold(text: string, maxLines: number): readonly string[] {
  const lines = toLines(text);
  const hidden = lines.length - maxLines;
  // The note takes a line, too.
  return hidden <= 1
    ? lines
    : [...lines.slice(0, maxLines), `… ${hidden} more lines`];
}

function wrap(line: string): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > WIDTH) {
    const end = breakPlace(rest);
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** After the last space, else at the width, but not within a character. */
function breakPlace(text: string): number {
  const space = text.lastIndexOf(" ", WIDTH);
  if (space > WIDTH / 2) return space;
  return /[\uD800-\uDBFF]/.test(text.charAt(WIDTH - 1)) ? WIDTH - 1 : WIDTH;
}

/** A run of characters without a space is held back up to this length. */
const MAX_RUN = 1_000;

/**
 * Turns a text that arrives in pieces into lines, as soon as one is complete or
 * full. Breaks lines at spaces, so that `hide` sees whole words.
 */
export function createLineWriter(
  write: (line: string) => void,
  { hide }: { hide: (text: string) => string },
) {
  let open = "";
  const release = (text: string): void => toLines(hide(text)).forEach(write);
  return {
    push(piece: string): void {
      const lines = (open + piece).split("\n");
      open = lines.pop() ?? "";
      lines.forEach(release);
      for (;;) {
        const space = open.lastIndexOf(" ", WIDTH);
        const end = space > 0 ? space : MAX_RUN;
        if (open.length <= Math.max(end, WIDTH)) return;
        release(open.slice(0, end));
        open = open.slice(end).trimStart();
      }
    },
    end(): void {
      if (open !== "") release(open);
      open = "";
    },
  };
}
