import { spread } from "../../runtime/hash.ts";
import type { FailedTurn, Failure, FailureList } from "../../types/archive.ts";

/**
 * One list handles some hundred failures a second. If the model is unreachable,
 * every message fails.
 */
export const FAILURE_LISTS = 8;

/** Of each list; the total is the same as for a single list. */
export const MAX_FAILURES_A_LIST = 10_000 / FAILURE_LISTS;

/**
 * Combines several lists of failures into one. A conversation's failures
 * are all in the same list. The combined number is the list's own times
 * `FAILURE_LISTS`, plus the list's index; own numbers are based on time, so
 * combined ones are in order of time, too.
 */
export function createSplitFailureList<Failed extends Failure = FailedTurn>(
  listOf: (part: number) => FailureList<Failed>,
): FailureList<Failed> {
  const partOf = (conversation: string): FailureList<Failed> =>
    listOf(spread(conversation, FAILURE_LISTS));

  return {
    add: (turn) => partOf(turn.conversation).add(turn),
    remove: (turn) => partOf(turn.conversation).remove(turn),
    forget: (conversation) => partOf(conversation).forget(conversation),

    async find(number) {
      const part = number % FAILURE_LISTS;
      const found = await listOf(part).find((number - part) / FAILURE_LISTS);
      return found && { ...found, number };
    },

    async list({ limit, before = Infinity }) {
      const pages = await Promise.all(
        Array.from({ length: FAILURE_LISTS }, async (_, part) => {
          const listed = await listOf(part).list({
            limit,
            before: Math.ceil((before - part) / FAILURE_LISTS),
          });
          return listed.map((failure) => ({
            ...failure,
            number: failure.number * FAILURE_LISTS + part,
          }));
        }),
      );
      return pages
        .flat()
        .toSorted((one, other) => other.number - one.number)
        .slice(0, limit);
    },
  };
}
