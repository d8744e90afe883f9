import type { Key } from "../../../src/platforms/dynamodb/keys.ts";
import type {
  DynamoTable,
  Item,
} from "../../../src/platforms/dynamodb/table.ts";

/** The table as DynamoDB may show it: reads that are not consistent miss the last write to each item. */
export function withStaleReads(table: DynamoTable): DynamoTable {
  const before = new Map<string, Item | undefined>();
  const toName = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);
  const remember = async ({ pk, sk }: Key) => {
    const item = await table.get({ pk, sk }, { isConsistent: true });
    before.set(toName({ pk, sk }), item);
  };
  const toStale = (item: Item): Item | undefined =>
    before.has(toName(item)) ? before.get(toName(item)) : item;

  return {
    ...table,
    get: async (key, options) => {
      if (!options?.isConsistent && before.has(toName(key)))
        return before.get(toName(key));
      return table.get(key, options);
    },
    put: async (item, condition) => {
      await remember(item);
      return table.put(item, condition);
    },
    delete: async (key, condition) => {
      await remember(key);
      return table.delete(key, condition);
    },
    query: async (range) => {
      const items = await table.query(range);
      return range.isConsistent
        ? items
        : items.flatMap((item) => toStale(item) ?? []);
    },
  };
}
