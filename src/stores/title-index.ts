import { hashOf } from "../runtime/hash.ts";
import { foldText } from "../text/text.ts";
import type { Store } from "../types/store.ts";
import type { TitledConversation, TitleIndex } from "../types/titles.ts";

/** Newest first: so that a search costs the same at any size. */
const SEARCHED_TITLES = 20_000;

const TITLE = "title/";

/**
 * An index of titles in a store of its own: the titles in the order of their
 * time, and for each conversation, where in it its title is.
 * @param retentionMs 0: titles do not expire
 */
export function createTitleIndex({
  store,
  retentionMs,
  now = Date.now,
}: {
  store: Pick<Store<never>, "list" | "put" | "erase">;
  retentionMs: number;
  now?: () => number;
}): TitleIndex {
  const erase = (key: string) => store.erase({ from: key, to: key });
  const findPlace = async (key: string): Promise<string | undefined> => {
    const [place] = await store.list({ from: key, to: key });
    return place && String(place.value);
  };

  return {
    async put(titled) {
      const { conversation, at } = titled;
      const placeKey = await placeKeyOf(conversation);
      const key = `${TITLE}${toTime(at)}/${placeKey}`;
      const expiresAt = retentionMs === 0 ? undefined : at + retentionMs;
      const before = await findPlace(placeKey);
      // First, so that there is no title without it if this process dies.
      await store.put([{ key: placeKey, value: key, expiresAt }]);
      await store.put([{ key, value: titled, expiresAt }]);
      if (before !== undefined && before !== key) await erase(before);
    },

    async remove(conversation) {
      const placeKey = await placeKeyOf(conversation);
      const key = await findPlace(placeKey);
      if (key === undefined) return;
      await erase(key);
      await erase(placeKey);
    },

    async search(text, { limit }) {
      const border = retentionMs === 0 ? 0 : now() - retentionMs + 1;
      const pieces = await store.list({
        from: TITLE + toTime(border),
        to: `${TITLE}~`,
        limit: SEARCHED_TITLES,
        isNewestFirst: true,
        mayBeStale: true,
      });
      const wanted = foldText(text);
      return (
        pieces
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
          .map(({ value }) => value as TitledConversation)
          .filter(({ title }) => foldText(title).includes(wanted))
          .slice(0, limit)
      );
    },
  };
}

async function placeKeyOf(conversation: string): Promise<string> {
  return `place/${await hashOf([conversation])}`;
}

function toTime(at: number): string {
  return String(at).padStart(15, "0");
}
