import type { HistoryMessage } from "../history.ts";

/** What stays of a window that has grown too large. */
const KEPT_SHARE = 0.6;

/**
 * Where a window that has grown too large is to begin: a turn's first message, so that at most 60 % of `maxTokens` are
 * used. Cutting much at once keeps the beginning of the prompt the same for many turns, which is what providers' prompt
 * caches need. The newest turn stays while it alone fits into `maxTokens`. One that does not would make every later
 * prompt too long: it leaves as well, and the window begins behind it. `undefined` while nothing has to be cut.
 */
export function nextWindowStart({
  window,
  maxTokens,
}: {
  /** Oldest first. */
  window: readonly HistoryMessage[];
  maxTokens: number;
}): number | undefined {
  const newest = window.at(-1);
  let tokens = countTokens(window);
  if (newest === undefined || tokens <= maxTokens) return undefined;
  for (const [index, { turn, sequence, tokens: own }] of window.entries()) {
    const isTurnBorder = turn !== window[index - 1]?.turn;
    const room = turn === newest.turn ? maxTokens : maxTokens * KEPT_SHARE;
    if (isTurnBorder && tokens <= room) return sequence;
    tokens -= own;
  }
  return newest.sequence + 1;
}

export function countTokens(messages: readonly HistoryMessage[]): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, 0);
}
