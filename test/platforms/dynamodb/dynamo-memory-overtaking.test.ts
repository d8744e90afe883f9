import { beforeAll, expect, it } from "vitest";
import { createDynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

/** The table, but that the answer to one read of a root, found at once, is only heard of when `release` is called. */
function withSlowRead(table: DynamoTable) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: found, resolve: find } = Promise.withResolvers<void>();
  let isNext = false;
  const slow: DynamoTable = {
    ...table,
    get: async (key, options) => {
      const isSlow = isNext && key.sk === "root";
      if (isSlow) isNext = false;
      const item = await table.get(key, options);
      if (!isSlow) return item;
      find();
      await released;
      return item;
    },
  };
  const slowDown = () => {
    isNext = true;
    return found;
  };
  return { table: slow, slowDown, release };
}

/** The table, but that one swap of a root is only asked for when `release` is called. */
function withSlowSwap(table: DynamoTable) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  let isNext = false;
  const slow: DynamoTable = {
    ...table,
    put: async (item, condition) => {
      if (isNext && item.sk === "root") {
        isNext = false;
        reach();
        await released;
      }
      return table.put(item, condition);
    },
  };
  const slowDown = () => {
    isNext = true;
    return reached;
  };
  return { table: slow, slowDown, release };
}

describeWithDynamoDb("DynamoDB memory", () => {
  let whole: DynamoTable;
  beforeAll(async () => {
    ({ table: whole } = await createLocalTable());
  });

  it("sends a reply that was committed while a message asked what is next", async () => {
    const { table, slowDown, release } = withSlowRead(whole);
    const conversation = crypto.randomUUID();
    const memory = createDynamoMemory({ table, conversation, leaseMs: 0 });
    await memory.openTurn(createMessage({ id: "a" }), { limit: 50 });
    await memory.beginAttempt("a");
    const isSlow = slowDown();
    const next = memory.nextTurn();
    await isSlow;
    await memory.commitTurn("a", createOutcome());
    release();
    await next;
    expect(await memory.pendingParts("a")).toMatchObject([{ kind: "send" }]);
  });

  it("takes no conversation that was given back while its lease was being renewed", async () => {
    for (const giveBack of ["release", "close"] as const) {
      const { table, slowDown, release } = withSlowSwap(whole);
      const conversation = crypto.randomUUID();
      const memory = createDynamoMemory({ table, conversation });
      await memory.openTurn(createMessage({ id: "a" }), { limit: 50 });
      await memory.openTurn(createMessage({ id: "b" }), { limit: 50 });
      await memory.beginAttempt("a");
      const isSlow = slowDown();
      const renewed = memory.renewLease();
      await isSlow;
      if (giveBack === "release") await memory.releaseLease();
      else await memory.closeTurn("a", { status: "failed" });
      release();
      await renewed;
      const other = createDynamoMemory({ table: whole, conversation });
      await other.beginAttempt("b");
      expect((await other.findTurn("b"))?.attempts).toBe(1);
    }
  });

  it("opens a message once that two processes take in, where one of them comes to it when the turn has ended", async () => {
    const { table, slowDown, release } = withSlowSwap(whole);
    const conversation = crypto.randomUUID();
    const message = createMessage({ id: "a" });
    const slow = createDynamoMemory({ table, conversation });
    const isSlow = slowDown();
    const opening = slow.openTurn(message, { limit: 50 });
    await isSlow;
    const quick = createDynamoMemory({ table: whole, conversation });
    expect(await quick.openTurn(message, { limit: 50 })).toMatchObject({
      kind: "opened",
    });
    await quick.beginAttempt("a");
    await quick.commitTurn("a", createOutcome({ parts: [] }));
    release();
    expect(await opening).toMatchObject({
      kind: "known",
      turn: { status: "delivered" },
    });
    expect(await quick.nextTurn()).toBeUndefined();
  });

  it("reports a turn that has failed anew while its first failure was being reported", async () => {
    const conversation = crypto.randomUUID();
    const memory = createDynamoMemory({ table: whole, conversation });
    const fail = async () => {
      await memory.beginAttempt("a");
      await memory.commitTurn("a", createOutcome({ status: "failed" }));
      await memory.closeTurn("a", { status: "failed" });
    };
    await memory.openTurn(createMessage({ id: "a" }), { limit: 50 });
    await fail();
    const [first] = await memory.unreportedFailures();
    await memory.reopenTurn("a");
    await memory.beginAttempt("a");
    await fail();
    if (first !== undefined) await memory.noteReported(first);
    const [again] = await memory.unreportedFailures();
    expect(again).toMatchObject({ kind: "failed", turn: { attempts: 2 } });
    if (again !== undefined) await memory.noteReported(again);
    expect(await memory.unreportedFailures()).toEqual([]);
  });

  it("reports that a turn has recovered which was reported as failed while it was opened again", async () => {
    const { table, slowDown, release } = withSlowSwap(whole);
    const conversation = crypto.randomUUID();
    const memory = createDynamoMemory({ table: whole, conversation });
    await memory.openTurn(createMessage({ id: "a" }), { limit: 50 });
    await memory.beginAttempt("a");
    await memory.commitTurn("a", createOutcome({ status: "failed" }));
    await memory.closeTurn("a", { status: "failed" });
    const operator = createDynamoMemory({ table, conversation });
    const isSlow = slowDown();
    const reopening = operator.reopenTurn("a");
    await isSlow;
    for (const report of await memory.unreportedFailures())
      await memory.noteReported(report);
    release();
    await reopening;
    await memory.beginAttempt("a");
    await memory.commitTurn("a", createOutcome({ parts: [] }));
    expect(await memory.unreportedFailures()).toMatchObject([
      { kind: "recovered", turn: { id: "a" } },
    ]);
  });
});
