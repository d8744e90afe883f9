import type { FailedTurn, FailureList, ListedFailure } from "../../archive.ts";
import type { TurnReference } from "../../ports.ts";
import { parseOwnJson } from "../parse-own-json.ts";
import { type Key, toSortableNumber, toSortKey } from "./attributes.ts";
import type { DynamoTable, Item } from "./table.ts";

const MAX_TURNS = 10_000;
/** How many of the oldest ones go at a time where there are too many: more than come at a time. */
const TRIM = 10;
const PARTITION = "failures";
const MAX_NUMBER = 999_999_999_999;

const COUNTS: Key = { pk: PARTITION, sk: "counts" };

/**
 * The failed turns of all conversations in one partition of a DynamoDB table: one item by number, and one by turn, which
 * knows the number. That one is written first and removed last: what a crash leaves half done is mended when the turn is
 * reported again, as its conversation does until it was told that it is in the list.
 */
export function createDynamoFailureList({
  table,
  maxTurns = MAX_TURNS,
}: {
  table: DynamoTable;
  maxTurns?: number;
}): FailureList {
  const consistently = { isConsistent: true };

  async function count(change: {
    numbers: number;
    entries: number;
  }): Promise<{ lastNumber: number; entries: number }> {
    const { item } = await table.update(COUNTS, {
      expression: "ADD lastNumber :numbers, entries :entries",
      values: { ":numbers": change.numbers, ":entries": change.entries },
    });
    return {
      lastNumber: Number(item?.["lastNumber"]),
      entries: Number(item?.["entries"]),
    };
  }

  /** The number of the turn, which is its own from then on; a new one where it has failed anew. */
  async function numberOf(
    turn: TurnReference,
    text: string,
  ): Promise<{ number: number; isNew: boolean }> {
    const known = await table.get(turnKey(turn), consistently);
    if (known !== undefined && known["turn"] === text)
      return { number: Number(known["listNumber"]), isNew: false };
    if (known !== undefined) await remove(turn);
    const { lastNumber } = await count({ numbers: 1, entries: 0 });
    const { kind, item } = await table.put(
      { ...turnKey(turn), listNumber: lastNumber, turn: text },
      { expression: "attribute_not_exists(pk)" },
    );
    return kind === "written"
      ? { number: lastNumber, isNew: true }
      : { number: Number(item?.["listNumber"]), isNew: false };
  }

  async function removeEntry(number: number): Promise<void> {
    const { kind } = await table.delete(entryKey(number), {
      expression: "attribute_exists(pk)",
    });
    if (kind === "written") await count({ numbers: 0, entries: -1 });
  }

  async function remove(turn: TurnReference): Promise<void> {
    const known = await table.get(turnKey(turn), consistently);
    if (known === undefined) return;
    const number = Number(known["listNumber"]);
    await removeEntry(number);
    await table.delete(turnKey(turn), {
      expression: "listNumber = :number",
      values: { ":number": number },
    });
  }

  async function trim(): Promise<void> {
    const oldest = await table.query({
      pk: PARTITION,
      from: entryKey(0).sk,
      to: entryKey(MAX_NUMBER).sk,
      limit: TRIM,
      ...consistently,
    });
    const { entries } = await count({ numbers: 0, entries: 0 });
    for (const item of oldest.slice(0, Math.max(entries - maxTurns, 0)))
      await remove(toListed(item));
  }

  return {
    async add(turn) {
      const text = JSON.stringify(turn);
      const { number, isNew } = await numberOf(turn, text);
      const { kind } = await table.put(
        { ...entryKey(number), turn: text },
        { expression: "attribute_not_exists(pk)" },
      );
      if (kind === "refused") return;
      const { entries } = await count({ numbers: 0, entries: 1 });
      // Somebody may have removed the turn, whose number was known, in between.
      if (!isNew && !(await table.get(turnKey(turn), consistently)))
        await removeEntry(number);
      else if (entries > maxTurns) await trim();
    },

    remove,

    async find(number) {
      const item = await table.get(entryKey(number), consistently);
      return item && toListed(item);
    },

    async list({ limit, before = MAX_NUMBER }) {
      if (before < 1) return [];
      const items = await table.query({
        pk: PARTITION,
        from: entryKey(0).sk,
        to: entryKey(Math.min(before, MAX_NUMBER) - 1).sk,
        limit,
        isNewestFirst: true,
        ...consistently,
      });
      return items.map(toListed);
    },
  };
}

function turnKey({ conversation, id }: TurnReference): Key {
  return { pk: PARTITION, sk: toSortKey("turn", conversation, id) };
}

function entryKey(number: number): Key {
  return { pk: PARTITION, sk: toSortKey("entry", toSortableNumber(number)) };
}

function toListed({ sk, turn }: Item): ListedFailure {
  const number = Number(sk.split("#").at(-1));
  return { ...parseOwnJson<FailedTurn>(turn), number };
}
