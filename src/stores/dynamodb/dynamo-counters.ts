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

/** Marks of the last additions, the newest first. */
const MARKS = Array.from({ length: 8 }, (_, age) => `mark_${age}`);

/**
 * Marks the item with a unique id, so that the client's retry after a lost
 * response does not add twice, even if a few others have added in between.
 */
async function addTo(
  table: DynamoTable,
  { key, add, atMost = {}, expiresAt }: CounterChange,
): Promise<{ isAdded: boolean; item: Item | undefined }> {
  const mark = crypto.randomUUID().slice(-12);
  const values: Record<`:${string}`, Attribute> = {
    ":mark": mark,
    ":none": "",
    ":expires": Math.ceil(expiresAt / 1000),
  };
  const conditions = MARKS.map((name) => `NOT ${name} = :mark`);
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
    expression: `SET ${shiftMarks()}, expires = :expires ADD ${Object.keys(add)
      .map((name) => `sum_${name} :add_${name}`)
      .join(", ")}`,
    values,
    condition: { expression: conditions.join(" AND ") },
  });
  const { kind, item } = writing;
  const isMarked = MARKS.some((name) => item?.[name] === mark);
  return { isAdded: kind === "written" || isMarked, item };
}

/** An update reads all marks before it sets any. */
function shiftMarks(): string {
  return MARKS.map((name, age) => {
    const newer = MARKS[age - 1];
    return newer === undefined
      ? `${name} = :mark`
      : `${name} = if_not_exists(${newer}, :none)`;
  }).join(", ");
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
