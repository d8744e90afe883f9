import type { Rating, RatingOutcome } from "../../../types/rating.ts";
import type { Usage } from "../../../types/turn.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece } from "../pieces.ts";
import { withUnlisted } from "../reports/mark-unlisted.ts";
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

/**
 * Stores what the user thinks of an answer, instead of what they thought
 * before.
 * @param rating `null`: takes it back
 */
export function rateTurn(
  { document, find, isIndexed }: MemoryContext,
  id: string,
  rating: Rating | null,
): Promise<RatingOutcome> {
  return document.change<RatingOutcome>(async (state) => {
    const known = await find(state, id);
    if (known.kind !== "known") return { result: "unknown" };
    const { number, status } = known.state;
    if (status !== "answered" && status !== "delivered")
      return { result: "unanswered" };
    const rated = { ...state, hasRatings: true as const };
    return {
      state: isIndexed ? withUnlisted(rated, [[number, number]]) : rated,
      put: [toPiece(keys.rating(number), rating)],
      result: "rated",
    };
  });
}

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

/**
 * Adds tokens used after a turn's end to its usage. Does nothing if it has not
 * ended, or was forgotten.
 */
export function addUsage(
  { document, find, isIndexed }: MemoryContext,
  id: string,
  usage: Usage,
): Promise<void> {
  return document.change<void>(async (state) => {
    const known = await find(state, id);
    if (known.kind !== "known" || known.id !== id) return { result: undefined };
    const { ending, number } = known.state;
    if (ending === undefined) return { result: undefined };
    return {
      state: isIndexed ? withUnlisted(state, [[number, number]]) : state,
      put: [toPiece(keys.usage(number, crypto.randomUUID()), usage)],
      result: undefined,
    };
  });
}
