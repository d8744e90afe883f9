import type { Rating, RatingOutcome } from "../../../types/rating.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece } from "../pieces.ts";
import { withUnlisted } from "../reports/mark-unlisted.ts";

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
