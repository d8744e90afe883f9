import type { ReceivedMessage } from "./run-conversation.ts";
import type { TurnQueue } from "./turn-queue.ts";

/** Half of what a message may be received until its turn is given up. */
const WORN_RECEIVES = 9;

/** Whether a new message should take the place of one that was received so often. */
export function isWorn(receiveCount: number): boolean {
  return receiveCount >= WORN_RECEIVES;
}

/**
 * To wait is no failure, however long and however often a message is called meanwhile: before that uses up its receives, a
 * new message takes its place, which comes at once and is hidden then. `true`: it does, and the old one may go.
 */
export async function replaceWorn(
  { conversation, receiveCount }: ReceivedMessage,
  queue: Pick<TurnQueue, "send">,
): Promise<boolean> {
  if (!isWorn(receiveCount)) return false;
  await queue.send(conversation);
  return true;
}
