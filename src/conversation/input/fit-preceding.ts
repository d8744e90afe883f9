import { estimateTokens } from "../../text/tokens.ts";
import type { PrecedingMessage } from "../../types/message.ts";

/**
 * The newest messages before a turn's that fit into `maxTokens` together, and
 * leave out at least `excessTokens`, like a history. If any are dropped, the first one kept is the user's, since some
 * providers reject prompts that begin with an answer.
 */
export function fitPreceding(
  messages: readonly PrecedingMessage[],
  { maxTokens, excessTokens = 0 }: { maxTokens: number; excessTokens?: number },
): readonly PrecedingMessage[] {
  const counts = messages.map(({ text }) => estimateTokens(text));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const room = Math.min(maxTokens, all - excessTokens);
  let tokens = 0;
  const last = counts.findLastIndex((count) => {
    tokens += count;
    return tokens > room;
  });
  if (last === -1) return messages;
  const first = messages.findIndex(
    ({ role }, index) => index > last && role === "user",
  );
  return first === -1 ? [] : messages.slice(first);
}
