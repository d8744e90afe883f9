import type { LinkFilter } from "./links/withhold-links.ts";

/** Text of an answer from `offset` on, as in `TurnEvent`. */
interface Delta {
  readonly type: "delta";
  readonly offset: number;
  readonly text: string;
}

/** An answer as it is shown while it is written. */
export interface AnswerText {
  /** What becomes of a piece of what the model writes; `undefined` where nothing new can be shown. */
  push(delta: Delta): Delta | undefined;
  /** The whole answer, and what is still missing of it. */
  end(output: string): { readonly output: string; readonly delta?: Delta };
}

/** @param createFilter for each beginning of an answer: a model may withdraw what it has written */
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

/** For an answer that nobody else has a part in. */
export const SHOWS_ALL: LinkFilter = { push: (text) => text, end: () => "" };
