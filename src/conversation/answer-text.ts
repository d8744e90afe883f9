import type { LinkFilter } from "./links/withhold-links.ts";

/** A piece of the answer, as in `TurnEvent`. */
interface Delta {
  readonly type: "delta";
  readonly offset: number;
  readonly text: string;
}

/** Filters an answer while it is written. */
export interface AnswerText {
  /**
   * Takes what the model wrote and returns what can be shown of it; `undefined`
   * if nothing new can.
   */
  push(delta: Delta): Delta | undefined;
  /**
   * Takes the final answer and returns it filtered, with what was not shown
   * yet.
   */
  end(output: string): { readonly output: string; readonly delta?: Delta };
}

/**
 * @param createFilter called for each new start of an answer: a model may
 * withdraw what it has written
 */
export function createAnswerText(createFilter: () => LinkFilter): AnswerText {
  let filter: LinkFilter | undefined;
  let written = "";
  let shown = "";

  const write = (offset: number, text: string): string => {
    if (filter !== undefined && offset === written.length) {
      written += text;
      return shown + filter.push(text);
    }
    filter = createFilter();
    written = written.slice(0, offset) + text;
    return filter.push(written);
  };

  const show = (next: string): Delta | undefined => {
    if (next === shown) return undefined;
    const offset = next.startsWith(shown) ? shown.length : 0;
    shown = next;
    return { type: "delta", offset, text: next.slice(offset) };
  };

  return {
    push: ({ offset, text }) => show(write(offset, text)),
    end(output) {
      const next = output === written ? shown : write(0, output);
      const delta = show(next + (filter?.end() ?? ""));
      return { output: shown, ...(delta !== undefined && { delta }) };
    },
  };
}

/** For an answer that no third party has influenced. */
export const SHOWS_ALL: LinkFilter = { push: (text) => text, end: () => "" };
