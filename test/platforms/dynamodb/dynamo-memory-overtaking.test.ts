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
});
