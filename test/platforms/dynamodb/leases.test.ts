import { beforeAll, expect, it } from "vitest";
import type { DynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import { ConversationBusyError } from "../../../src/platforms/dynamodb/lease-errors.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import { hireWorkers, open } from "./hire-workers.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

const LOST = { name: "LeaseLostError" };
const DONE = createStep({ observation: "2" });

/** All that a worker does for its turn beside what swaps the root. */
const WORK: readonly (readonly [
  name: string,
  work: (memory: DynamoMemory) => Promise<unknown>,
])[] = [
  ["whatever others see", (memory) => memory.confirmLease()],
  ["storing steps", (memory) => memory.saveSteps("a", 0, [DONE])],
  ["noting a preview", (memory) => memory.notePreview("a", 0, { id: "1" })],
  ["noting a part", (memory) => memory.noteSent("a", 0, { id: "1" })],
  ["noting a removal", (memory) => memory.noteRemoved("a", 0)],
];

describeWithDynamoDb("the lease on a conversation", () => {
  let tableName: string;
  beforeAll(async () => {
    ({ tableName } = await createLocalTable());
  });

  /** A worker that has begun a turn, and another one that has not; their leases last a minute. */
  const createPair = async (options: { leaseMs?: number } = {}) => {
    const { hire, clock } = hireWorkers(tableName);
    const used = { requests: 0, writes: 0 };
    const worker = hire({
      ...options,
      onCapacity: ({ writes }) => {
        used.requests++;
        used.writes += writes;
      },
    });
    await open(worker, "a");
    await worker.beginAttempt("a");
    Object.assign(used, { requests: 0, writes: 0 });
    return { worker, other: hire(), clock, used };
  };

  it("costs no request while it runs", async () => {
    const { worker, clock, used } = await createPair();
    clock.at += 49_000;
    await worker.confirmLease();
    expect(used).toEqual({ requests: 0, writes: 0 });
    await worker.saveSteps("a", 0, [createStep()]);
    expect(used).toEqual({ requests: 1, writes: 1 });
  });

  it.each(WORK)(
    "is renewed before %s ten seconds before its end",
    async (_, work) => {
      const { worker, other, clock } = await createPair();
      clock.at += 51_000;
      await work(worker);
      clock.at += 59_000;
      await expect(other.beginAttempt("a")).rejects.toMatchObject({
        name: "ConversationBusyError",
        retryAfterMs: 1_000,
      });
    },
  );

  it.each(WORK)(
    "is lost before %s, where another worker has begun, and nothing is written",
    async (_, work) => {
      const { worker, other, clock } = await createPair();
      clock.at += 61_000;
      await other.beginAttempt("a");
      await expect(work(worker)).rejects.toMatchObject(LOST);
      expect(await other.findTurn("a")).toMatchObject({ steps: [] });
      expect(await other.previews("a")).toEqual([]);
    },
  );

  it("is renewed by an answer, for what is sent of it", async () => {
    const { worker, other, clock, used } = await createPair();
    clock.at += 40_000;
    await worker.commitTurn("a", createOutcome());
    clock.at += 40_000;
    Object.assign(used, { requests: 0 });
    await worker.confirmLease();
    expect(used.requests).toBe(0);
    await expect(other.beginAttempt("a")).rejects.toThrow(
      ConversationBusyError,
    );
  });

  it("keeps everybody from beginning who has read the turn before it was renewed", async () => {
    const { worker, other, clock } = await createPair();
    clock.at += 61_000;
    expect(await other.nextTurn()).toMatchObject({ steps: [] });
    await worker.saveSteps("a", 0, [DONE]);
    clock.at += 61_000;
    await expect(other.beginAttempt("a")).rejects.toThrow(
      ConversationBusyError,
    );
    expect(await other.nextTurn()).toMatchObject({ steps: [DONE] });
    await other.beginAttempt("a");
    await expect(worker.confirmLease()).rejects.toMatchObject(LOST);
  });

  it("is not asked for by who has begun nothing, or has given the conversation back", async () => {
    const { worker, other, used } = await createPair();
    await worker.releaseLease();
    await other.beginAttempt("a");
    Object.assign(used, { requests: 0 });
    await worker.confirmLease();
    expect(used.requests).toBe(0);
  });

  it("does not exist where one worker alone has the conversation", async () => {
    const { worker, clock, used } = await createPair({ leaseMs: 0 });
    clock.at += 61_000;
    await worker.confirmLease();
    await worker.saveSteps("a", 0, [DONE]);
    expect(used).toEqual({ requests: 1, writes: 1 });
  });
});
