import { beforeAll, expect, it } from "vitest";
import type { DynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import { hireWorkers, open } from "./hire-workers.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

const answer = async (memory: DynamoMemory, id: string) => {
  await open(memory, id);
  await memory.beginAttempt(id);
  await memory.saveSteps(id, 0, [createStep({ observation: "text" })]);
  await memory.commitTurn(id, createOutcome());
  await memory.noteSent(id, 0, { id });
  await memory.closeTurn(id, { status: "delivered" });
};

describeWithDynamoDb("What is forgotten in DynamoDB", () => {
  let table: DynamoTable;
  let tableName: string;
  beforeAll(async () => {
    ({ table, tableName } = await createLocalTable());
  });

  const fill = async (turns: number) => {
    const workers = hireWorkers(tableName);
    const memory = workers.hire();
    for (let turn = 0; turn < turns; turn++)
      await answer(memory, `turn ${turn}`);
    const pk = `conversation#${workers.conversation}`;
    const list = () => table.query({ pk, from: " ", to: "~" });
    return {
      ...workers,
      pk,
      /** Items that hold more than an id. */
      countTexts: async () =>
        (await list()).filter(
          ({ sk, body }) => sk !== "root" && /text|reply/.test(String(body)),
        ).length,
    };
  };

  it("takes as many requests for a long conversation as for a shorter one", async () => {
    const forget = async (turns: number) => {
      const { hire } = await fill(turns);
      let requests = 0;
      const memory = hire({ onCapacity: () => requests++ });
      expect(await memory.forget()).toEqual({
        messages: 2 * turns,
        turns,
        openTurns: [],
        failedTurns: 0,
        hadSettings: false,
      });
      return requests;
    };
    expect(await forget(120)).toBe(await forget(40));
  }, 30_000);

  it("is not read any more while its items are still there, and goes piece by piece", async () => {
    const { hire, countTexts } = await fill(60);
    const memory = hire();
    await open(memory, "untold");
    await memory.beginAttempt("untold");
    await memory.notePreview("untold", 0, { id: "preview" });
    await memory.commitTurn("untold", createOutcome());
    await memory.closeTurn("untold", { status: "failed" });
    expect(await memory.previews("untold")).toHaveLength(1);
    await hire().forget();
    expect(await countTexts()).toBeGreaterThan(100);

    expect(await memory.read()).toBeUndefined();
    expect(await memory.measureHistory()).toEqual({ messages: 0 });
    expect((await memory.recall()).messages).toEqual([]);
    for (const id of ["turn 0", "turn 59", "untold"]) {
      expect(await memory.findTurn(id)).toBeUndefined();
      expect(await memory.previews(id)).toEqual([]);
      expect(await open(memory, id)).toEqual({ kind: "forgotten" });
    }
    await answer(memory, "new");
    expect((await memory.read())?.messages).toHaveLength(2);

    let pieces = 0;
    for (; await hire().hasForgotten(); pieces++)
      // Each from another process.
      await hire().eraseForgotten({ limit: 20 });
    expect(pieces).toBeGreaterThan(5);
    // Of the new turn: its message, step, ending, and its place in the history.
    expect(await countTexts()).toBe(4);
    expect((await hire().read())?.messages).toHaveLength(2);
    expect(await open(hire(), "turn 0")).toEqual({ kind: "forgotten" });
  });

  it("is erased also where a worker has written it behind what was erased before", async () => {
    const { hire, countTexts } = await fill(60);
    const worker = hire();
    await open(worker, "a");
    await worker.beginAttempt("a");
    await hire().forget();
    const other = hire();
    await expect(other.eraseForgotten()).rejects.toMatchObject({
      name: "ConversationBusyError",
    });
    // It has not heard of it, and writes all that it has.
    await worker.saveSteps("a", 0, [createStep({ observation: "text" })]);
    expect(await worker.commitTurn("a", createOutcome())).toBeUndefined();
    await worker.releaseLease();
    while (await hire().hasForgotten())
      await hire().eraseForgotten({ limit: 50 });
    expect(await countTexts()).toBe(0);
  });

  it("leaves what came behind it, where there is more than can be counted at once", async () => {
    const { hire, pk } = await fill(2);
    const memory = hire();
    const ask = { id: "asks", text: "asks" };
    await memory.openTurn(createMessage(ask), { limit: 50 });
    await answer(memory, "behind");
    for (let from = 0; from < 2_100; from += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          table.put({ pk, sk: `page#${from + index}`, turn: 1, body: "0" }),
        ),
      );
    expect(await memory.forget({ before: "asks" })).toEqual({
      messages: 4,
      turns: 2,
      openTurns: [],
      failedTurns: 0,
      hadSettings: false,
    });
    const { messages } = await hire().recall();
    expect(messages.map(({ turn }) => turn)).toEqual(["behind", "behind"]);
    expect(await hire().measureHistory()).toMatchObject({ messages: 2 });
  }, 30_000);
});
