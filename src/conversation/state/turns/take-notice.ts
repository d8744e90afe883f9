import type { MemoryContext } from "../memory-context.ts";
import { findOpen } from "../state.ts";

const NOTICE_INTERVAL_MS = 60_000;

/**
 * Whether the turn may tell its author that the message cannot be read: no
 * other turn has in the last minute. Idempotent.
 */
export function takeNotice(
  { document, now }: MemoryContext,
  id: string,
): Promise<boolean> {
  return document.change(
    (state) => {
      const open = findOpen(state, id);
      const { turn, at = -Infinity } = state.notice ?? {};
      if (open === undefined) return { result: false };
      if (turn === open.number) return { result: true };
      if (at + NOTICE_INTERVAL_MS > now()) return { result: false };
      return {
        state: { ...state, notice: { turn: open.number, at: now() } },
        result: true,
      };
    },
    { isWork: document.held?.turn.id === id },
  );
}
