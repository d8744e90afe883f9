import type { ConversationStore } from "./conversation-store.ts";
import {
  findOpenTurn,
  isUnanswered,
  type OpenTurn,
  type Root,
  withOpenTurn,
} from "./root.ts";

/** Marks a turn as to be stopped; see `Memory`. */
export function stopTurn(
  { change }: ConversationStore,
  id: string,
): Promise<boolean> {
  return change((root) => {
    const turn = findOpenTurn(root, id);
    if (turn === undefined || !isUnanswered(turn)) return { result: false };
    return {
      root: withOpenTurn(root, { ...turn, isStopped: true }),
      result: true,
    };
  });
}

/** What a message that stops means. An older turn that was opened again waits for the one that runs: nobody means that one before it has begun. */
export function findCurrent({ open }: Root): OpenTurn | undefined {
  const running = open.filter((turn) => isUnanswered(turn) && !turn.isCommand);
  return running.find(({ attempts }) => attempts > 0) ?? running[0];
}
