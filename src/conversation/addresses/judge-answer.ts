import {
  closeOpenEnds,
  startOfOpenCode,
} from "../../document/close-open-ends.ts";
import {
  parseDocument,
  parseTokens,
  type Definitions,
} from "../../document/parse-document.ts";
import { writeMarkdown } from "../../document/write-markdown.ts";
import { judgeDocument } from "./judge-document.ts";
import type { Judge } from "./judge-text.ts";
import { lengthOfSettled } from "./settled-text.ts";

/** An answer's Markdown with permitted links only, while it is written. */
export interface JudgedAnswer {
  /** Takes more of it. Returns the beginning that can be shown. */
  push(text: string): string;
  /** Returns all of it. */
  end(): string;
}

/** Longer blocks are judged again only once they have grown by a share. */
const SHORT = 500;
const SHARE = 1 / 40;
/** Longer ones are shown once they are final. */
const LONG = 20_000;

/** Stands for what follows; a noncharacter of Unicode. */
const NEXT = "\uFDD0";

/**
 * Judges an answer block by block. A block is final once the next one has
 * begun; of the last one, what more text is unlikely to change is shown. A
 * link's definition applies to what follows it; if it comes last, it is written
 * as a definition itself.
 */
export function judgeAnswer(judge: Judge): JudgedAnswer {
  const definitions: Definitions = {};
  /** The blocks that are not final yet, as the model wrote them. */
  let rest = "";
  /** The final ones. */
  let done = "";
  let shown = "";
  let judgedLength = 0;

  const write = (markdown: string, known: Definitions): string => {
    let start = 0;
    const blocks = findBlocks(markdown).ends.map((end) => {
      const document = parseDocument(markdown.slice(start, end), known);
      start = end;
      return writeMarkdown(judgeDocument(document, judge));
    });
    return blocks.filter((block) => block !== "").join("\n\n");
  };

  const finish = (length: number): void => {
    done = join(done, write(rest.slice(0, length), definitions));
    rest = rest.slice(length);
  };

  const beginRest = (isTable: boolean): string => {
    const begin = rest.slice(0, lengthOfSettled(rest, { isTable }));
    const settled = begin
      .slice(0, startOfOpenCode(begin))
      .replace(CLOSED_INSIDE, "\n")
      .replace(BLANK_LINES, "\n");
    // Within lists and quotes, a new line would end them.
    const isInside = /(?:^|\n)[ \t>][^\n]*\n$/.test(settled);
    const isNewLine = settled.endsWith("\n") && !isInside;
    const text = settled.replace(/\s+$/, isNewLine ? "\n" : " ");
    const begun = write(
      closeOpenEnds(text + NEXT),
      structuredClone(definitions),
    );
    const shownLength = Math.max(0, begun.indexOf(NEXT));
    const next = begun.slice(0, shownLength).replace(LINE_END, "");
    // The beginning of a row that may not come.
    return isTable ? next.replace(/\n\|$/, "") : next;
  };

  return {
    push(text) {
      rest = (rest + text).replaceAll(/\r\n|\r(?!$)/g, "\n");
      const step = rest.length > SHORT ? rest.length * SHARE : 0;
      if (rest.length < judgedLength + step || rest.length > LONG) return shown;
      const lines = rest.slice(0, rest.lastIndexOf("\n") + 1);
      const { ends, isTable } = findBlocks(lines);
      finish(ends.at(-2) ?? 0);
      judgedLength = rest.length;
      const next = join(done, beginRest(isTable));
      if (!shown.startsWith(next)) shown = next;
      return shown;
    },
    end() {
      finish(rest.length);
      return done;
    },
  };
}

/** White space, with the mark of a line break. */
const LINE_END = /(?:(?<!\\)\\\n)?\s*$/;

/** The end of code in a list or a quote. */
const CLOSED_INSIDE = /(?<=\n)[ \t>]+[`~]+\s*$/;

const BLANK_LINES = /(?:\n[ \t>]*)+$/;

function join(one: string, other: string): string {
  return one === "" || other === "" ? one + other : `${one}\n\n${other}`;
}

/**
 * Where the blocks end, and whether the last one is a table. A block ends where
 * the next one begins.
 */
function findBlocks(markdown: string): {
  readonly ends: readonly number[];
  readonly isTable: boolean;
} {
  const starts: number[] = [];
  let isNew = true;
  let type = "";
  for (const token of parseTokens(markdown)) {
    if (token.level === 0 && token.nesting >= 0) {
      isNew = true;
      ({ type } = token);
    }
    // Footnotes have no position; the first block in them has.
    if (!isNew || token.map === null) continue;
    starts.push(token.map[0]);
    isNew = false;
  }
  const lines = offsetsOfLines(markdown);
  const ends = starts.slice(1).map((line) => lines[line] ?? markdown.length);
  return {
    ends: starts.length === 0 ? [] : [...ends, markdown.length],
    isTable: type === "table_open",
  };
}

function offsetsOfLines(text: string): readonly number[] {
  const offsets = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
    offsets.push(at + 1);
  return offsets;
}
