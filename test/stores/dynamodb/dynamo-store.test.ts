import { beforeAll, expect, it } from "vitest";
import { createDynamoStore } from "../../../src/stores/dynamodb/dynamo-store.ts";
import type { DynamoTable } from "../../../src/stores/dynamodb/table.ts";
import { describeStoreContract } from "../../contracts/store-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("the store in DynamoDB", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    ({ table } = await createLocalTable());
  });
  let number = 0;
  const newDocument = () => `document ${number++}`;

  describeStoreContract("The DynamoDB store", (work) => {
    const pk = newDocument();
    return work(() => createDynamoStore({ table, pk }));
  });

  /** A store whose process crashes before its nth write. */
  const openCrashing = (pk: string, nth: number) => {
    let writes = 0;
    const putItem: DynamoTable["put"] = (...given) => {
      writes += 1;
      if (writes >= nth) throw new Error("The process is dead.");
      return table.put(...given);
    };
    return createDynamoStore<number>({ table: { ...table, put: putItem }, pk });
  };

  it.each([0, 1])(
    "hides a commit that crashed on version %d, and accepts the next one",
    async (expected) => {
      const pk = newDocument();
      const store = createDynamoStore<number>({ table, pk });
      if (expected === 1) await store.commit({ expected: 0, state: 1 });
      const pieces = ["x", "y"].map((key) => ({ key, value: "crashed" }));
      const crashing = openCrashing(pk, 3);
      await expect(
        crashing.commit({ expected, state: 7, put: pieces }),
      ).rejects.toThrow("dead");
      expect(await store.list({ from: "a", to: "z" })).toEqual([]);

      const ours = [{ key: "x", value: "retried" }];
      for (;;) {
        const { version, state } = await store.read();
        expect(state).toBe(expected === 1 ? 1 : undefined);
        const change = { expected: version, state: 8, put: ours };
        if ((await store.commit(change)).kind === "committed") break;
      }
      expect((await store.read()).state).toBe(8);
      expect((await store.list({ from: "x", to: "x" }))[0]?.value).toBe(
        "retried",
      );
    },
  );

  const LARGE = "word ".repeat(80_000);
  const itemsOf = (pk: string) => table.query({ pk, from: "a", to: "~" });

  it("erases the chunks of a large piece that a crash left without the piece itself", async () => {
    const pk = newDocument();
    const store = createDynamoStore<number>({ table, pk });
    await store.commit({ expected: 0, state: 1 });
    const large = { key: "x", value: LARGE };
    await expect(
      openCrashing(pk, 3).commit({ expected: 1, state: 2, put: [large] }),
    ).rejects.toThrow("dead");
    expect(await itemsOf(pk)).not.toHaveLength(1);
    await store.erase({ from: "w", to: "y" });
    expect(await itemsOf(pk)).toHaveLength(1);
  });

  it("removes the chunks of a large piece whose commit conflicts", async () => {
    const pk = newDocument();
    const store = createDynamoStore<number>({ table, pk });
    await store.commit({ expected: 0, state: 1 });
    const put = [{ key: "x", value: LARGE }];
    const late = await store.commit({ expected: 0, state: 2, put });
    expect(late.kind).toBe("conflict");
    expect(await itemsOf(pk)).toHaveLength(1);
  });

  it("erases some large pieces and leaves the others intact", async () => {
    const pk = newDocument();
    const store = createDynamoStore<number>({ table, pk });
    const put = ["a", "b", "c"].map((key) => ({ key, value: LARGE }));
    await store.commit({ expected: 0, state: 1, put });
    expect(await store.erase({ from: "a", to: "z", limit: 2 })).toBe(2);
    expect(await store.list({ from: "a", to: "z" })).toEqual([put[2]]);
    expect(await store.erase({ from: "c", to: "c" })).toBe(1);
    // Only the state is left.
    expect(await itemsOf(pk)).toHaveLength(1);
  });

  it("rejects a slow commit after another process has taken over", async () => {
    const pk = newDocument();
    let proceed = () => {};
    const held = new Promise<void>((resolve) => (proceed = resolve));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const slowPut: DynamoTable["put"] = async (item, condition) => {
      if (item.sk === "state") {
        arrive();
        await held;
      }
      return table.put(item, condition);
    };
    const slow = createDynamoStore<number>({
      table: { ...table, put: slowPut },
      pk,
    });
    const committing = slow.commit({
      expected: 0,
      state: 1,
      put: [{ key: "x", value: "slow" }],
    });
    await arrived;
    const store = createDynamoStore<number>({ table, pk });
    const put = [{ key: "x", value: "fast" }];
    const first = await store.commit({ expected: 0, state: 2, put });
    expect(first.kind).toBe("conflict");
    const expected = first.snapshot.version;
    expect(await store.commit({ expected, state: 2, put })).toMatchObject({
      kind: "committed",
    });
    proceed();
    expect(await committing).toMatchObject({ kind: "conflict" });
    expect(await store.list({ from: "x", to: "x" })).toEqual(put);
  });

  it("recognises its own commit if the client retries after a lost response", async () => {
    const putTwice: DynamoTable["put"] = async (...given) => {
      await table.put(...given);
      return table.put(...given);
    };
    const pk = newDocument();
    const store = createDynamoStore<number>({
      table: { ...table, put: putTwice },
      pk,
    });
    const put = [{ key: "x", value: 1 }];
    expect(await store.commit({ expected: 0, state: 1, put })).toMatchObject({
      kind: "committed",
    });
    expect(await store.list({ from: "x", to: "x" })).toEqual(put);
  });
});
