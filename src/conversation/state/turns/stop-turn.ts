import type { MemoryContext } from "../memory-context.ts";
import { findOpen, isUnanswered, withOpen } from "../state.ts";

/**
 * Marks a turn as stopped. Returns `false` and changes nothing if it has a
 * reply, is forgotten or unknown.
 */
export function stopTurn(
  { document }: MemoryContext,
  id: string,
): Promise<boolean> {
  return document.change((state) => {
    const turn = findOpen(state, id);
    if (turn === undefined || !isUnanswered(turn)) return { result: false };
    return {
      state: withOpen(state, { ...turn, isStopped: true }),
      result: true,
    };
  });
}
