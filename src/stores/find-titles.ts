import { spread } from "../runtime/hash.ts";
import { foldText } from "../text/text.ts";
import type { TitledConversation, TitleIndex } from "../types/titles.ts";
import { INDEX_PARTS } from "./turn-pages.ts";

/** Of each part, newest first: so that a search costs the same at any size. */
export const SEARCHED_TITLES = 2_500;

/** Case and width do not matter. */
export function findTitles(
  titles: readonly TitledConversation[],
  text: string,
  { limit }: { limit: number },
): readonly TitledConversation[] {
  const wanted = foldText(text);
  return titles
    .filter(({ title }) => foldText(title).includes(wanted))
    .toSorted((one, other) => other.at - one.at)
    .slice(0, limit);
}

/** Combines several indexes into one. */
export function createSplitTitleIndex(
  partOf: (part: number) => TitleIndex,
): TitleIndex {
  const partFor = (conversation: string) =>
    partOf(spread(conversation, INDEX_PARTS));
  return {
    put: (titled) => partFor(titled.conversation).put(titled),
    remove: (conversation) => partFor(conversation).remove(conversation),
    async search(text, options) {
      const found = await Promise.all(
        Array.from({ length: INDEX_PARTS }, (_, part) =>
          partOf(part).search(text, options),
        ),
      );
      return findTitles(found.flat(), text, options);
    },
  };
}
