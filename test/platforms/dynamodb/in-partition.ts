import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";

/** The table as if all its keys began with that. */
export function inPartition(
  table: DynamoTable,
  partition: string,
): DynamoTable {
  const move = <Keyed extends { readonly pk: string }>(
    keyed: Keyed,
  ): Keyed => ({
    ...keyed,
    pk: `${partition}${keyed.pk}`,
  });
  const back = <Keyed extends { readonly pk: string }>(
    keyed: Keyed,
  ): Keyed => ({
    ...keyed,
    pk: keyed.pk.slice(partition.length),
  });
  return {
    ...table,
    get: async (key, options) => {
      const item = await table.get(move(key), options);
      return item && back(item);
    },
    put: (item, condition) => table.put(move(item), condition),
    update: (key, change) => table.update(move(key), change),
    delete: (key, condition) => table.delete(move(key), condition),
    query: async (range) => (await table.query(move(range))).map(back),
  };
}
