import type { FailureList } from "../archive.ts";
import { spread } from "../hash.ts";

/** One list takes some hundred failures a second, and when the model is away each message is one. */
export const FAILURE_LISTS = 8;

/** Of each list; all together hold as many as one would. */
export const MAX_FAILURES_A_LIST = 10_000 / FAILURE_LISTS;

/**
 * Several lists of failed turns as one: a conversation's are all in the same. A number is that of its list times `FAILURE_LISTS`, plus the
 * list's; since lists number by time, so does the whole.
 */
export function createSplitFailureList(
  listOf: (part: number) => FailureList,
): FailureList {
  const partOf = (conversation: string): FailureList =>
    listOf(spread(conversation, FAILURE_LISTS));

  return {
    add: (turn) => partOf(turn.conversation).add(turn),
    remove: (turn) => partOf(turn.conversation).remove(turn),

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
