import type { TitledConversation, TitleIndex } from "../../types/titles.ts";
import { findTitles, SEARCHED_TITLES } from "../find-titles.ts";
import { toSortKey, type Key } from "./attributes.ts";
import type { DynamoTable } from "./table.ts";
import { sortKeysBetween, toSortableTime } from "./turn-keys.ts";

const PARTITION = "title-index";

/**
 * Stores an index of titles in a DynamoDB table: a list that is sorted by time,
 * and for each conversation an item that says where in it its title is. So a
 * title costs two write units, another one for the same conversation three.
 * @param retentionMs 0: titles do not expire
 */
export function createDynamoTitleIndex({
  table,
  retentionMs,
  now = Date.now,
}: {
  table: DynamoTable;
  retentionMs: number;
  now?: () => number;
}): TitleIndex {
  const keyOf = (conversation: string, at: number): Key => ({
    pk: PARTITION,
    sk: `${toSortableTime(at)}#${conversation}`,
  });

  const remove = async (conversation: string): Promise<void> => {
    const place = await table.get(placeOf(conversation), {
      isConsistent: true,
    });
    if (place === undefined) return;
    await table.delete(keyOf(conversation, Number(place["at"])));
    await table.delete(placeOf(conversation));
  };

  return {
    async put(titled) {
      const { conversation, at } = titled;
      const expires = Math.ceil((at + retentionMs) / 1_000);
      const lifetime = retentionMs > 0 && { expires };
      const place = placeOf(conversation);
      const before = await table.get(place, { isConsistent: true });
      // First, so that there is no title without it if this process dies.
      await table.put({ ...place, at, ...lifetime });
      await table.put({ ...keyOf(conversation, at), ...titled, ...lifetime });
      if (before !== undefined && before["at"] !== at)
        await table.delete(keyOf(conversation, Number(before["at"])));
    },

    remove,

    async search(text, options) {
      const border = retentionMs === 0 ? 0 : now() - retentionMs + 1;
      const items = await table.query({
        pk: PARTITION,
        ...sortKeysBetween(border, Infinity),
        limit: SEARCHED_TITLES,
        isNewestFirst: true,
      });
      return findTitles(items.map(toTitled), text, options);
    },
  };
}

function placeOf(conversation: string): Key {
  return { pk: toSortKey("turns-of", conversation), sk: "title" };
}

function toTitled(item: Readonly<Record<string, unknown>>): TitledConversation {
  return {
    conversation: String(item["conversation"]),
    title: String(item["title"]),
    at: Number(item["at"]),
  };
}
