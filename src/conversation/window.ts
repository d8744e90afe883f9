import type { HistoryMessage } from "../ports.ts";

/** What stays of a window that has grown too large. */
const KEPT_SHARE = 0.6;

/**
 * Where a window that has grown too large is to begin: a turn's first message, so that at most 60 % of `maxTokens` are
 * used. Cutting much at once keeps the beginning of the prompt the same for many turns, which is what providers' prompt
 * caches need. The newest turn always stays. `undefined` while nothing has to be cut, or nothing can be.
 */
export function nextWindowStart({
  window,
  maxTokens,
}: {
  /** Oldest first. */
  window: readonly HistoryMessage[];
  maxTokens: number;
}): number | undefined {
  const newestTurn = window.at(-1)?.turn;
  let tokens = countTokens(window);
  if (tokens <= maxTokens) return undefined;
  for (const [index, { turn, sequence, tokens: own }] of window.entries()) {
    const isTurnBorder = turn !== window[index - 1]?.turn;
    const isSmallEnough = tokens <= maxTokens * KEPT_SHARE;
    if (isTurnBorder && (isSmallEnough || turn === newestTurn))
      return index === 0 ? undefined : sequence;
    tokens -= own;
  }
  return undefined;
}

export function countTokens(messages: readonly HistoryMessage[]): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, 0);
}
