import { closeOpenEnds } from "../../document/close-open-ends.ts";
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

  const write = (markdown: string, known: Definitions): string =>
    writeMarkdown(judgeDocument(parseDocument(markdown, known), judge));

  const append = (block: string): string =>
    block === "" || done === "" ? done + block : `${done}\n\n${block}`;

  const finishBlocks = (ends: readonly number[]): void => {
    let start = 0;
    for (const end of ends) {
      done = append(write(rest.slice(start, end), definitions));
      start = end;
    }
    rest = rest.slice(start);
  };

  const beginLast = (isTable: boolean): string => {
    const settled = rest.slice(0, lengthOfSettled(rest, { isTable }));
    const text = settled.replace(/\s+$/, " ");
    const begun = write(
      closeOpenEnds(text + NEXT),
      structuredClone(definitions),
    );
    return begun.slice(0, Math.max(0, begun.indexOf(NEXT)));
  };

  return {
    push(text) {
      rest = (rest + text).replaceAll(/\r\n|\r(?!$)/g, "\n");
      const step = rest.length > SHORT ? rest.length * SHARE : 0;
      if (rest.length < judgedLength + step) return shown;
      const { ends, isTable } = findBlocks(rest);
      finishBlocks(ends.slice(0, -1));
      const next = append(beginLast(isTable)).trimEnd();
      judgedLength = rest.length;
      if (!shown.startsWith(next)) shown = next;
      return shown;
    },
    end() {
      finishBlocks(findBlocks(rest).ends);
      return done;
    },
  };
}

/** Where the blocks end, and whether the last one is a table. */
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
