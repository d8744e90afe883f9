import { beforeAll, expect, it } from "vitest";
import type { DynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import { hireWorkers, open } from "./hire-workers.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";
import { connectThrough } from "./trouble.ts";

const answer = async (memory: DynamoMemory, id: string) => {
  await open(memory, id);
  await memory.beginAttempt(id);
  await memory.commitTurn(id, createOutcome({ parts: [] }));
};

describeWithDynamoDb("DynamoDB memory", () => {
  let tableName: string;
  beforeAll(async () => {
    ({ tableName } = await createLocalTable());
  });

  for (const trouble of ["throttled", "lost"] as const)
    it(`comes through when each request is ${trouble} at first`, async () => {
      const { hire } = hireWorkers(tableName);
      const memory = hire({
        client: connectThrough(trouble, { attempts: 1 }),
      });
      expect(await open(memory, "a")).toMatchObject({ kind: "opened" });
      await memory.beginAttempt("a");
      await memory.saveSteps("a", 0, [createStep({ observation: "2" })]);
      await memory.commitTurn("a", createOutcome());
      await memory.noteSent("a", 0, { id: "1" });
      await memory.closeTurn("a", { status: "delivered" });
      expect(await hire().findTurn("a")).toMatchObject({
        status: "delivered",
        attempts: 1,
        steps: [{ observation: "2" }],
      });
      expect((await hire().recall()).messages).toHaveLength(2);
      expect(await hire().forget()).toMatchObject({ turns: 1, messages: 2 });
    });

  it("says so when requests are throttled for good, and takes the message later", async () => {
    const { hire } = hireWorkers(tableName);
    const throttled = hire({
      client: connectThrough("throttled", { attempts: 99 }),
    });
    await expect(open(throttled, "a")).rejects.toMatchObject({
      name: "TableError",
      kind: "throttled",
      isPassing: true,
    });
    expect(await open(hire(), "a")).toMatchObject({ kind: "opened" });
  });

  it("keeps texts that are longer than an item may be", async () => {
    const { hire } = hireWorkers(tableName);
    const memory = hire();
    // Each of its characters is two UTF-16 units and four bytes.
    const long = `a${"🙂".repeat(300_000)}`;
    const file = { name: "a.json", content: "x".repeat(1_000_000) };
    const part = { formatted: "Here.", plain: "Here." };
    await open(memory, "a");
    await memory.beginAttempt("a");
    await memory.saveSteps("a", 0, [createStep({ observation: long })]);
    await memory.commitTurn(
      "a",
      createOutcome({
        reply: long,
        parts: [{ ...part, file }],
        history: [
          { role: "user", text: long, tokens: 1 },
          { role: "assistant", text: long, tokens: 1 },
        ],
      }),
    );
    const other = hire();
    const turn = await other.findTurn("a");
    expect(turn?.reply === long).toBe(true);
    expect(turn?.steps[0]?.observation === long).toBe(true);
    const { messages } = await other.recall();
    expect(messages.map(({ text }) => text === long)).toEqual([true, true]);
    expect(await other.pendingParts("a")).toEqual([
      { kind: "send", index: 0, part: { ...part, file } },
    ]);
    await memory.noteSent("a", 0, { id: "1" });
    await memory.closeTurn("a", { status: "delivered" });
    await answer(memory, "b");
    expect((await other.read({ newest: 3 }))?.messages).toHaveLength(3);
    expect(await memory.forget()).toMatchObject({ turns: 2, messages: 4 });
  }, 60_000);

  it("uses as many units for a turn behind a long history as behind a short one", async () => {
    const { hire } = hireWorkers(tableName);
    const filling = hire();
    const text = "x".repeat(200);
    const history = [
      { role: "user", text, tokens: 50 },
      { role: "assistant", text, tokens: 50 },
    ] as const;
    const run = async (memory: DynamoMemory, id: string) => {
      await memory.openTurn(createMessage({ id, text }), { limit: 50 });
      await memory.beginAttempt(id);
      await memory.saveSteps(id, 0, [createStep()]);
      await memory.saveSteps(id, 0, [createStep({ observation: text })]);
      await memory.commitTurn(
        id,
        createOutcome({ reply: text, parts: [], history }),
      );
    };
    const used = async (id: string) => {
      const total = { reads: 0, writes: 0 };
      const memory = hire({
        onCapacity: ({ reads, writes }) => {
          total.reads += reads;
          total.writes += writes;
        },
      });
      await memory.recall();
      await run(memory, id);
      return total;
    };
    await run(filling, "first");
    const short = await used("second");
    for (let turn = 0; turn < 60; turn++) {
      await run(filling, `turn ${turn}`);
      const { messages, version } = await filling.recall();
      const to = messages.at(-4)?.sequence;
      if (to !== undefined) await filling.moveWindow({ version, to });
    }
    expect(await used("last")).toEqual(short);
    expect(short.writes).toBe(8);
  });
});
