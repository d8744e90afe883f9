import type { HistoryMessage, NewHistoryMessage } from "../ports.ts";

/** What stays of a window that has grown too large. */
const KEPT_SHARE = 0.6;

/**
 * Where the window begins once a turn's messages are added to it: `undefined` while all of it fits into `maxTokens`,
 * else a turn's first message, so that at most 60 % of the budget is used. Cutting much at once keeps the beginning
 * of the prompt the same for many turns, which is what providers' prompt caches need. The newest turn always stays.
 */
export function nextWindowStart({
  window,
  added,
  maxTokens,
}: {
  window: readonly HistoryMessage[];
  added: readonly NewHistoryMessage[];
  maxTokens: number;
}): number | undefined {
  const last = window.at(-1);
  let tokens = countTokens(window) + countTokens(added);
  if (last === undefined || tokens <= maxTokens) return undefined;
  for (const [index, message] of window.entries()) {
    const isTurnBorder = message.turn !== window[index - 1]?.turn;
    if (isTurnBorder && tokens <= maxTokens * KEPT_SHARE)
      return message.sequence;
    tokens -= message.tokens;
  }
  return last.sequence + 1;
}

function countTokens(messages: readonly { tokens: number }[]): number {
  return messages.reduce((sum, message) => sum + message.tokens, 0);
}
