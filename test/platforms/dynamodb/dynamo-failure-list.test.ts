import { expect, it } from "vitest";
import type { FailedTurn } from "../../../src/archive.ts";
import { createDynamoFailureList } from "../../../src/platforms/dynamodb/dynamo-failure-list.ts";
import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { describeFailureListContract } from "../../contracts/failure-list-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

const createTurn = (id: string): FailedTurn => ({
  conversation: "telegram:42",
  id,
  channel: "telegram",
  failure: "error",
  attempts: 5,
  acceptedAt: 1_000,
  failedAt: 2_000,
});

/** Dies instead of its nth write. */
function dieAt(table: DynamoTable, nth: number): DynamoTable {
  let writes = 0;
  const live = () => {
    writes += 1;
    if (writes >= nth) throw new Error("The process is dead.");
  };
  return {
    ...table,
    put: async (...given) => (live(), table.put(...given)),
    update: async (...given) => (live(), table.update(...given)),
    delete: async (...given) => (live(), table.delete(...given)),
  };
}

describeWithDynamoDb("the failed turns in DynamoDB", () => {
  describeFailureListContract("DynamoDB failure list", async (work) => {
    const { table } = await createLocalTable();
    await work(createDynamoFailureList({ table }));
  });

  it("keeps the newest turns, and forgets the others whole", async () => {
    const { table } = await createLocalTable();
    const list = createDynamoFailureList({ table, maxTurns: 3 });
    for (const id of ["1", "2", "3", "4", "5"]) await list.add(createTurn(id));
    const idsOf = async () =>
      (await list.list({ limit: 10 })).map(({ id }) => id);
    expect(await idsOf()).toEqual(["5", "4", "3"]);
    // One that had to go can fail again.
    await list.add(createTurn("1"));
    expect(await idsOf()).toEqual(["1", "5", "4"]);
    await list.remove(createTurn("1"));
    await list.add(createTurn("2"));
    expect(await idsOf()).toEqual(["2", "5", "4"]);
  });

  it.each([1, 2, 3, 4])(
    "has a turn once that is added again after a death before write %d",
    async (nth) => {
      const { table } = await createLocalTable();
      await expect(
        createDynamoFailureList({ table: dieAt(table, nth) }).add(
          createTurn("1"),
        ),
      ).rejects.toThrow("dead");
      const list = createDynamoFailureList({ table });
      await list.add(createTurn("1"));
      const listed = await list.list({ limit: 10 });
      expect(listed.map(({ id }) => id)).toEqual(["1"]);
      expect(await list.find(listed[0]?.number ?? -1)).toEqual(listed[0]);
      await list.remove(createTurn("1"));
      expect(await list.list({ limit: 10 })).toEqual([]);
    },
  );

  it.each([1, 2, 3])(
    "loses a turn for good that is removed again after a death before write %d",
    async (nth) => {
      const { table } = await createLocalTable();
      const list = createDynamoFailureList({ table });
      await list.add(createTurn("1"));
      await expect(
        createDynamoFailureList({ table: dieAt(table, nth) }).remove(
          createTurn("1"),
        ),
      ).rejects.toThrow("dead");
      await list.remove(createTurn("1"));
      expect(await list.list({ limit: 10 })).toEqual([]);
      await list.add(createTurn("1"));
      expect(await list.list({ limit: 10 })).toHaveLength(1);
    },
  );
});
