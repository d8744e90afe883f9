import type { Titles } from "../../types/titles.ts";
import {
  sortKeysOf,
  toSortableNumber,
  toSortKey,
  type Key,
} from "./attributes.ts";
import type { DynamoTable } from "./table.ts";

/**
 * Stores titles in a DynamoDB table, a partition for each visitor.
 * @param retentionMs 0: titles do not expire
 */
export function createDynamoTitles({
  table,
  retentionMs,
  now = Date.now,
}: {
  table: DynamoTable;
  retentionMs: number;
  now?: () => number;
}): Titles {
  return {
    async list(visitor) {
      const items = await table.query({
        pk: toKey(visitor, 0).pk,
        ...sortKeysOf("title"),
        isConsistent: true,
      });
      return (
        items
          .map(({ number, title, at }) => ({
            number: Number(number),
            title: String(title),
            at: Number(at),
          }))
          // Those of a time when titles did not expire have no `expires`.
          .filter(({ at }) => retentionMs === 0 || at + retentionMs > now())
          .toSorted((one, other) => other.at - one.at)
      );
    },

    async put(visitor, conversation) {
      const expires = Math.ceil((conversation.at + retentionMs) / 1_000);
      await table.put({
        ...toKey(visitor, conversation.number),
        ...conversation,
        ...(retentionMs > 0 && { expires }),
      });
    },

    async remove(visitor, number) {
      await table.delete(toKey(visitor, number));
    },
  };
}

function toKey(visitor: string, number: number): Key {
  const pk = toSortKey("titles", visitor);
  return { pk, sk: toSortKey("title", toSortableNumber(number)) };
}
