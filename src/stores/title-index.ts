import { hashOf } from "../runtime/hash.ts";
import { foldText } from "../text/text.ts";
import { keysUnder, type Store } from "../types/store.ts";
import type { TitledConversation, TitleIndex } from "../types/titles.ts";
import { toTimeKey } from "./time-key.ts";

/** Newest first: so that a search costs the same at any size. */
const SEARCHED_TITLES = 20_000;

/**
 * Titles that are read at once, some 400 KB: most searches have found enough in
 * the first of them. All take 4 MB and 40 ms (measured 2026-11-29).
 */
const PORTION = 2_000;

const TITLE = "title/";

/**
 * An index of titles in a store of its own: the titles in the order of their
 * time, and under each conversation, where its title is. A title's place is put
 * before it and erased after it, so that there is none without, whenever a
 * process dies.
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
  /** Several if two processes put one at the same time. */
  const erasePlaces = async (places: string, kept = ""): Promise<void> => {
    for (const { key, value } of await store.list(keysUnder(places)))
      if (key !== kept) {
        await erase(String(value));
        await erase(key);
      }
  };

  return {
    async put(titled) {
      const { conversation, at } = titled;
      const places = await placesOf(conversation);
      const key = `${TITLE}${toTimeKey(at)}/${places}`;
      const expiresAt = retentionMs === 0 ? undefined : at + retentionMs;
      const place = {
        key: `${places}/${toTimeKey(at)}`,
        value: key,
        expiresAt,
      };
      await store.put([place]);
      await store.put([{ key, value: titled, expiresAt }]);
      await erasePlaces(places, place.key);
      // Removed meanwhile.
      const own = await store.list({ from: place.key, to: place.key });
      if (own.length === 0) await erase(key);
    },

    async remove(conversation) {
      await erasePlaces(await placesOf(conversation));
    },

    async search(text, { limit }) {
      const border = retentionMs === 0 ? 0 : now() - retentionMs + 1;
      const wanted = foldText(text);
      const found: TitledConversation[] = [];
      let to = `${TITLE}~`;
      for (let read = 0; read < SEARCHED_TITLES; read += PORTION) {
        const pieces = await store.list({
          from: TITLE + toTimeKey(border),
          to,
          limit: PORTION,
          isNewestFirst: true,
          mayBeStale: true,
        });
        const titles = pieces
          .filter(({ key }) => key !== to)
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
          .map(({ value }) => value as TitledConversation)
          .filter(({ title }) => foldText(title).includes(wanted));
        found.push(...titles);
        if (found.length >= limit || pieces.length < PORTION) break;
        to = pieces.at(-1)?.key ?? to;
      }
      return found.slice(0, limit);
    },
  };
}

async function placesOf(conversation: string): Promise<string> {
  return `place/${await hashOf([conversation])}`;
}
