import { lengthInCommon } from "../../text/text.ts";
import type { JudgedAnswer } from "../addresses/judge-answer.ts";

/** A piece of the answer, as in `TurnEvent`. */
interface Delta {
  readonly type: "delta";
  readonly offset: number;
  readonly text: string;
}

/** An answer as it may be shown, while it is written. */
export interface AnswerText {
  /**
   * Takes what the model wrote and returns what can be shown of it; `undefined`
   * if nothing new can.
   */
  push(delta: Delta): Promise<Delta | undefined>;
  /**
   * Takes the final answer and returns it as it is shown, with what was not
   * shown yet.
   */
  end(output: string): Promise<{
    readonly output: string;
    readonly delta?: Delta;
  }>;
}

/**
 * @param begin called for each new start of an answer: a model may withdraw
 * what it has written
 */
export function createAnswerText(
  begin: () => Promise<JudgedAnswer>,
): AnswerText {
  let judged: JudgedAnswer | undefined;
  let written = "";
  let shown = "";

  const write = async (offset: number, text: string): Promise<string> => {
    if (judged !== undefined && offset === written.length) {
      written += text;
      return judged.push(text);
    }
    written = written.slice(0, offset) + text;
    judged = await begin();
    return judged.push(written);
  };

  const show = (text: string): Delta | undefined => {
    // Strict readers of JSON refuse lone surrogates, and PostgreSQL NUL.
    const next = text.toWellFormed().replaceAll("\0", "\uFFFD");
    if (next === shown) return undefined;
    const offset = lengthInCommon(shown, next);
    shown = next;
    return { type: "delta", offset, text: next.slice(offset) };
  };

  return {
    async push({ offset, text }) {
      return show(await write(offset, text));
    },
    async end(output) {
      let whole = judged;
      if (whole === undefined || output !== written) {
        whole = await begin();
        whole.push(output);
      }
      const delta = show(whole.end());
      return { output: shown, ...(delta !== undefined && { delta }) };
    },
  };
}

/** For an answer that no third party has influenced: the model's own text. */
export function showAll(): JudgedAnswer {
  let text = "";
  return {
    push: (more) => (text += more),
    end: () => text,
  };
}
