import { compareCodePoints } from "../text/text.ts";
import type {
  IndexedTurn,
  TurnPage,
  TurnPlace,
  TurnQuery,
  UsageSum,
} from "../types/turn-index.ts";

/** For sorting: the newest first. */
function compareTurns(one: TurnPlace, other: TurnPlace): number {
  return (
    other.at - one.at ||
    other.number - one.number ||
    compareCodePoints(other.conversation, one.conversation)
  );
}

/**
 * Makes a page of turns that were found in several places, at most one more
 * than the limit in each.
 */
export function toPage(
  found: readonly IndexedTurn[],
  { limit }: Pick<TurnQuery, "limit">,
): TurnPage {
  const turns = found.toSorted(compareTurns).slice(0, limit);
  const last = turns.at(-1);
  return last === undefined || found.length <= limit
    ? { turns }
    : { turns, next: toPlace(last) };
}

export function toPlace({ at, number, conversation }: TurnPlace): TurnPlace {
  return { at, number, conversation };
}

/**
 * A page may end before its limit: what follows its end in other pages is left
 * for the next one.
 */
export function joinPages(
  pages: readonly TurnPage[],
  { limit }: Pick<TurnQuery, "limit">,
): TurnPage {
  const ends = pages.flatMap(({ next }) => next ?? []).toSorted(compareTurns);
  const [first] = ends;
  const found = pages
    .flatMap(({ turns }) => turns)
    .filter((turn) => first === undefined || compareTurns(turn, first) <= 0);
  const page = toPage(found, { limit });
  return page.next === undefined && first !== undefined
    ? { ...page, next: first }
    : page;
}

/** Adds the sums of the same day, channel and model. */
export function addSums(sums: readonly UsageSum[]): readonly UsageSum[] {
  const groups = Map.groupBy(sums, ({ day, channel, model }) =>
    JSON.stringify([day, channel, model]),
  );
  return [...groups.values()].map((same) =>
    same.reduce((one, other) => ({
      ...one,
      turns: one.turns + other.turns,
      failed: one.failed + other.failed,
      inputTokens: one.inputTokens + other.inputTokens,
      cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
      outputTokens: one.outputTokens + other.outputTokens,
    })),
  );
}
