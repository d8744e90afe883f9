import type { PrecedingMessage } from "../message.ts";
import { estimateTokens } from "../tokens.ts";

/**
 * What goes into a prompt of the messages before a turn's: the newest, at most `maxTokens` of them together, as of a history.
 * Where any leave, the first that stays is the user's, since some providers take no prompt that begins with an answer.
 */
export function fitPreceding(
  messages: readonly PrecedingMessage[],
  { maxTokens }: { maxTokens: number },
): readonly PrecedingMessage[] {
  let tokens = 0;
  const last = messages.findLastIndex(({ text }) => {
    tokens += estimateTokens(text);
    return tokens > maxTokens;
  });
  if (last === -1) return messages;
  const first = messages.findIndex(
    ({ role }, index) => index > last && role === "user",
  );
  return first === -1 ? [] : messages.slice(first);
}
