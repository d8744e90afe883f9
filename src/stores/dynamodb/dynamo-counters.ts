import type { CounterChange, Counters, Sums } from "../../types/counters.ts";
import { toSortKey, type Attribute, type Key } from "./attributes.ts";
import type { DynamoTable, Item } from "./table.ts";

/**
 * Stores counters in a DynamoDB table, one item and partition each: an addition
 * is one write unit and does not contend with others. If one of several changes
 * is refused, those before it are reverted.
 */
export function createDynamoCounters({
  table,
}: {
  table: DynamoTable;
}): Counters {
  return {
    async add(changes) {
      const sums: Sums[] = [];
      for (const [index, change] of changes.entries()) {
        const { isAdded, item } = await addTo(table, change);
        if (isAdded) sums.push(readSums(item));
        else {
          for (const done of changes.slice(0, index))
            await addTo(table, opposite(done));
          return { kind: "refused", index, sums: readSums(item) };
        }
      }
      return { kind: "added", sums };
    },

    read: async (key) =>
      readSums(await table.get(toKey(key), { isConsistent: true })),
  };
}

/**
 * Marks the item with a unique id, so that the client's retry after a lost
 * response does not add twice, unless others have added in between.
 */
async function addTo(
  table: DynamoTable,
  { key, add, atMost = {}, expiresAt }: CounterChange,
): Promise<{ isAdded: boolean; item: Item | undefined }> {
  const mark = crypto.randomUUID().slice(-12);
  const values: Record<`:${string}`, Attribute> = {
    ":mark": mark,
    ":expires": Math.ceil(expiresAt / 1000),
  };
  const conditions = ["NOT mark = :mark"];
  for (const [name, amount] of Object.entries(add)) {
    values[`:add_${name}`] = amount;
    const limit = atMost[name];
    if (limit === undefined || amount <= 0) continue;
    const room = limit - amount;
    values[`:room_${name}`] = room;
    conditions.push(
      room < 0
        ? `sum_${name} <= :room_${name}`
        : `(attribute_not_exists(sum_${name}) OR sum_${name} <= :room_${name})`,
    );
  }
  const writing = await table.update(toKey(key), {
    expression: `SET mark = :mark, expires = :expires ADD ${Object.keys(add)
      .map((name) => `sum_${name} :add_${name}`)
      .join(", ")}`,
    values,
    condition: conditions.join(" AND "),
  });
  const { kind, item } = writing;
  return { isAdded: kind === "written" || item?.["mark"] === mark, item };
}

function toKey(key: string): Key {
  return { pk: toSortKey("counter", key), sk: "sums" };
}

function opposite({ key, add, expiresAt }: CounterChange): CounterChange {
  const amounts = Object.entries(add).map(([name, amount]) => [name, -amount]);
  return { key, add: Object.fromEntries(amounts), expiresAt };
}

function readSums(item: Item | undefined): Sums {
  return Object.fromEntries(
    Object.entries(item ?? {}).flatMap(([name, value]) =>
      name.startsWith("sum_")
        ? [[name.slice("sum_".length), Number(value)]]
        : [],
    ),
  );
}
