import { expect, it } from "vitest";
import { createDynamoCallbackStore } from "../../../src/stores/dynamodb/dynamo-callback-store.ts";
import { describeCallbackQueueContract } from "../../contracts/callback-queue-contract.ts";
import {
  createCallback,
  createCallbackScene,
} from "../../fakes/callback-scene.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("callbacks in DynamoDB", () => {
  describeCallbackQueueContract("DynamoDB callback store", async (work) => {
    // The scenes' clocks start at 0.
    const { table } = await createLocalTable({ now: () => 0 });
    await work(createDynamoCallbackStore({ table }));
  });

  it("expire thirty days after they ended", async () => {
    let now = 0;
    const { table } = await createLocalTable({ now: () => now });
    const scene = createCallbackScene(createDynamoCallbackStore({ table }));
    const callback = createCallback();
    scene.end(callback);
    await scene.queue.enqueue(callback);
    now = 365 * 86_400_000;
    expect((await scene.queue.find(callback))?.status).toBe("pending");
    await scene.elapse(0);
    now = 30 * 86_400_000 - 1;
    expect((await scene.queue.find(callback))?.status).toBe("delivered");
    now = 30 * 86_400_000;
    expect(await scene.queue.find(callback)).toBeUndefined();
  });

  it("are all deleted with their conversation, and no others", async () => {
    const { table } = await createLocalTable();
    const { queue } = createCallbackScene(createDynamoCallbackStore({ table }));
    const other = createCallback({ conversation: "webhook:shop:order-1" });
    await queue.enqueue(other);
    const ids = Array.from({ length: 45 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => queue.enqueue(createCallback({ id }))));
    await queue.forget(createCallback().conversation);
    for (const id of ids)
      expect(await queue.find(createCallback({ id }))).toBeUndefined();
    expect(await queue.find(other)).toBeDefined();
  });
});
