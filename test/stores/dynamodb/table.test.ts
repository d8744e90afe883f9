import { beforeAll, expect, it, onTestFinished } from "vitest";
import { toTableError } from "../../../src/stores/dynamodb/table-error.ts";
import {
  createDynamoTable,
  type DynamoTable,
} from "../../../src/stores/dynamodb/table.ts";
import { createLocalClient } from "../../stubs/dynamodb-local.ts";
import { listen } from "../../stubs/listen.ts";
import {
  connect,
  createLocalTable,
  describeWithDynamoDb,
} from "./local-table.ts";

describeWithDynamoDb("A DynamoDB table", () => {
  let table: DynamoTable;
  let tableName: string;
  beforeAll(async () => {
    ({ table, tableName } = await createLocalTable());
  });

  it("returns items as they were put", async () => {
    const item = { pk: "a", sk: "1", text: "\u0000 你好", number: -1.5 };
    await table.put({ ...item, isTrue: true, nothing: undefined });
    const key = { pk: "a", sk: "1" };
    expect(await table.get(key)).toEqual({ ...item, isTrue: true });
    await table.delete(key);
    expect(await table.get(key, { isConsistent: true })).toBeUndefined();
  });

  it("changes nothing if a condition fails, and returns the existing item", async () => {
    const key = { pk: "conditions", sk: "1" };
    const free = { expression: "attribute_not_exists(pk)" };
    expect(await table.put({ ...key, version: 1 }, free)).toMatchObject({
      kind: "written",
    });
    expect(await table.put({ ...key, version: 2 }, free)).toEqual({
      kind: "refused",
      item: { ...key, version: 1 },
    });
    const condition = {
      expression: "version = :version",
      values: { ":version": 7 },
    } as const;
    const change = (version: number) => ({
      expression: "ADD uses :one",
      condition: condition.expression,
      values: { ":one": 1, ":version": version },
    });
    expect(await table.update(key, change(7))).toMatchObject({
      kind: "refused",
    });
    expect(await table.delete(key, condition)).toMatchObject({
      kind: "refused",
    });
    await table.update(key, change(1));
    expect(await table.update(key, change(1))).toEqual({
      kind: "written",
      item: { ...key, version: 1, uses: 2 },
    });
  });

  it("reads a range from either end, across result pages", async () => {
    const text = "x".repeat(300_000);
    for (const sk of ["a#1", "a#2", "a#3", "a#4", "a#5", "b#1"])
      await table.put({ pk: "range", sk, text });
    const keys = async (options: { limit?: number; isNewestFirst?: boolean }) =>
      (
        await table.query({ pk: "range", from: "a#", to: "a#~", ...options })
      ).map(({ sk }) => sk);
    expect(await keys({})).toEqual(["a#1", "a#2", "a#3", "a#4", "a#5"]);
    expect(await keys({ limit: 4, isNewestFirst: true })).toEqual([
      "a#5",
      "a#4",
      "a#3",
      "a#2",
    ]);
  });

  it("treats expired items as missing", async () => {
    const later = createDynamoTable({
      client: connect(),
      tableName,
      now: () => 2_000_000,
    });
    for (const expires of [1_999, 2_000, 2_001])
      await table.put({ pk: "expiry", sk: String(expires), expires });
    const range = { pk: "expiry", from: "0", to: "9" };
    expect((await later.query(range)).map(({ sk }) => sk)).toEqual(["2001"]);
    expect(await later.get({ pk: "expiry", sk: "2000" })).toBeUndefined();
    const put = (sk: string) => later.put({ pk: "expiry", sk }, later.isGone());
    expect((await put("2000")).kind).toBe("written");
    expect((await put("2001")).kind).toBe("refused");
  });

  it("reports the capacity that each request consumed", async () => {
    const used: unknown[] = [];
    const counted = createDynamoTable({
      client: connect(),
      tableName,
      onCapacity: (capacity) => used.push(capacity),
    });
    const key = { pk: "capacity", sk: "1" };
    await counted.put({ ...key, text: "x".repeat(1_500) });
    await counted.get(key, { isConsistent: true });
    await counted.get(key);
    expect(used).toEqual([
      { operation: "PutItem", reads: 0, writes: 2 },
      { operation: "GetItem", reads: 1, writes: 0 },
      { operation: "GetItem", reads: 0.5, writes: 0 },
    ]);
  });

  it("throws an error with the failed operation and whether the table was reached", async () => {
    const elsewhere = createDynamoTable({
      client: connect(),
      tableName: "no-such-table",
    });
    await expect(elsewhere.get({ pk: "a", sk: "1" })).rejects.toMatchObject({
      name: "TableError",
      kind: "refused",
      message: "DynamoDB: GetItem was refused (ResourceNotFoundException).",
    });
    const silent = await listen(() => {});
    onTestFinished(() => silent.close());
    const slow = createDynamoTable({
      client: createLocalClient(silent.url),
      tableName,
      timeoutMs: 0,
    });
    await expect(slow.get({ pk: "a", sk: "1" })).rejects.toMatchObject({
      kind: "unreachable",
    });
    await expect(
      table.put({ pk: "a", sk: "large", text: "x".repeat(410_000) }),
    ).rejects.toMatchObject({ kind: "refused" });
  });
});

it("A table refuses requests without credentials, which only the operator can give it", () => {
  const cause = new Error("There are none.");
  cause.name = "CredentialsProviderError";
  expect(toTableError("GetItem", cause)).toMatchObject({
    kind: "refused",
  });
});
