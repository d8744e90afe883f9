/** An answer that may begin anew, for a reader from whom nothing can be taken back. */
export interface AppendedText {
  /** Takes a delta of the answer. What is to be sent now; mostly all of it. */
  write(delta: { readonly offset: number; readonly text: string }): string;
  /** The answer is whole. What is still to be sent. */
  finish(answer: string): string;
}

/**
 * Sends what goes on from what was sent. Where the answer begins anew it sends nothing until the new text is the same as far
 * as that, and longer. An answer that is another one in the end comes whole, behind a blank line. Constant work for each unit.
 */
export function createAppendedText(): AppendedText {
  let sent = "";
  let answer = "";
  /** How far both are the same. */
  let same = 0;

  const takeRest = (): string => {
    while (same < sent.length && sent[same] === answer[same]) same++;
    if (same < sent.length || answer.length === sent.length) return "";
    const rest = answer.slice(same);
    sent = answer;
    same = sent.length;
    return rest;
  };

  return {
    write({ offset, text }) {
      answer = answer.slice(0, offset) + text;
      same = Math.min(same, offset);
      return takeRest();
    },
    finish(whole) {
      answer = whole;
      same = 0;
      const isSent = sent === "" || whole.startsWith(sent);
      return isSent ? takeRest() : `\n\n${whole}`;
    },
  };
}
