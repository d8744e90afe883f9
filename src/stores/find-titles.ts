import { foldText } from "../text/text.ts";
import type { TitledConversation } from "../types/titles.ts";

/** Newest first: so that a search costs the same at any size. */
export const SEARCHED_TITLES = 20_000;

/** In the given order. Case and width do not matter. */
export function findTitles(
  titles: readonly TitledConversation[],
  text: string,
  { limit }: { limit: number },
): readonly TitledConversation[] {
  const wanted = foldText(text);
  return titles
    .filter(({ title }) => foldText(title).includes(wanted))
    .slice(0, limit);
}
