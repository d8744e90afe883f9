import { beforeAll, expect, it } from "vitest";
import type { Memory } from "../../../src/conversation/memory.ts";
import { createDynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import { createDynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep, USAGE } from "../../fixtures/turns.ts";
import {
  connect,
  createLocalTable,
  describeWithDynamoDb,
} from "./local-table.ts";
import { connectUntil, ProcessDied } from "./trouble.ts";

/** More requests than any of the ways takes. */
const MAX_REQUESTS = 60;

interface Way {
  /** What was there before. */
  readonly prepare?: (memory: Memory) => Promise<unknown>;
  /** What a process does, and the next one again when that died. */
  readonly work: (memory: Memory) => Promise<unknown>;
  /** What is true in the end. */
  readonly check: (memory: Memory) => Promise<unknown>;
}

const open = (memory: Memory, id: string, message = 1) =>
  memory.openTurn(createMessage({ id, text: id, replyTo: { message } }), {
    limit: 50,
  });
const outcomeOf = (id: string) =>
  createOutcome({
    reply: `Answer to ${id}`,
    history: [
      { role: "user", text: id, tokens: 1 },
      { role: "assistant", text: `Answer to ${id}`, tokens: 2 },
    ],
  });

/** Runs the oldest turn from where it is to its end, as often as it takes. */
async function runNext(memory: Memory): Promise<void> {
  const turn = await memory.nextTurn();
  if (turn === undefined) return;
  const { id, steps } = turn;
  await memory.beginAttempt(id);
  if (turn.reply === undefined) {
    if (steps.length === 0) await memory.saveSteps(id, 0, [createStep()]);
    if (steps[0]?.observation === undefined)
      await memory.saveSteps(id, 0, [createStep({ observation: "2" })]);
    await memory.commitTurn(id, outcomeOf(id));
  }
  for (const { kind, index } of await memory.pendingParts(id))
    if (kind === "remove") await memory.noteRemoved(id, index);
    else await memory.noteSent(id, index, { id: `${id}-${index}` });
  await memory.closeTurn(id, { status: "delivered" });
}

const recalled = async (memory: Memory) =>
  (await memory.recall()).messages.map(({ text }) => text);
const step = createStep({ observation: "2" });

const WAYS: Readonly<Record<string, Way>> = {
  "a turn": {
    work: async (memory) => {
      await open(memory, "a");
      await runNext(memory);
    },
    check: async (memory) => {
      expect(await memory.findTurn("a")).toMatchObject({
        status: "delivered",
        reply: "Answer to a",
        steps: [step],
        usage: USAGE,
      });
      expect(await recalled(memory)).toEqual(["a", "Answer to a"]);
      expect((await memory.read())?.messages).toHaveLength(2);
      expect(await memory.measureHistory()).toMatchObject({ messages: 2 });
      expect((await open(memory, "a")).kind).toBe("known");
    },
  },
  "turns that are merged": {
    prepare: async (memory) => {
      for (const id of ["a", "b", "c"]) await open(memory, id);
    },
    work: async (memory) => {
      const turn = await memory.nextTurn();
      const message = createMessage({ id: "a", text: "a and b" });
      if (turn?.reply === undefined)
        await memory.mergeTurns("a", ["b"], message);
      await runNext(memory);
      await runNext(memory);
    },
    check: async (memory) => {
      expect(await memory.nextTurn()).toBeUndefined();
      for (const id of ["a", "b"])
        expect(await memory.findTurn(id)).toMatchObject({
          id: "a",
          status: "delivered",
          message: { text: "a and b" },
        });
      expect(await recalled(memory)).toHaveLength(4);
      expect(await memory.forget()).toMatchObject({ turns: 2, messages: 4 });
    },
  },
  "an edit": {
    prepare: async (memory) => {
      await open(memory, "a", 7);
      await runNext(memory);
    },
    work: async (memory) => {
      await memory.openTurn(
        createMessage({
          id: "b",
          text: "b",
          replyTo: { message: 7 },
          isEdit: true,
        }),
        { limit: 50 },
      );
      await runNext(memory);
    },
    check: async (memory) => {
      expect(await recalled(memory)).toEqual(["b", "Answer to b"]);
      expect((await memory.read())?.messages).toHaveLength(4);
      expect(await memory.measureHistory()).toMatchObject({ messages: 2 });
    },
  },
  "a failure, and another try": {
    prepare: (memory) => open(memory, "a"),
    work: async (memory) => {
      const turn = await memory.findTurn("a");
      if (turn?.status === "accepted" || turn?.status === "thinking") {
        if (turn.attempts < 2) {
          await memory.beginAttempt("a");
          await memory.commitTurn(
            "a",
            createOutcome({ status: "failed", reply: "Sorry.", history: [] }),
          );
        }
      }
      if ((await memory.findTurn("a"))?.status === "failed")
        await memory.closeTurn("a", { status: "failed" });
      for (const report of await memory.unreportedFailures())
        await memory.noteReported(report);
      await memory.reopenTurn("a");
      await runNext(memory);
      for (const report of await memory.unreportedFailures())
        await memory.noteReported(report);
    },
    check: async (memory) => {
      expect(await memory.findTurn("a")).toMatchObject({
        status: "delivered",
        reply: "Answer to a",
      });
      expect(await recalled(memory)).toEqual(["a", "Answer to a"]);
      expect(await memory.unreportedFailures()).toEqual([]);
      expect(await memory.nextTurn()).toBeUndefined();
    },
  },
  "moving the window": {
    prepare: async (memory) => {
      for (const id of ["a", "b"]) {
        await open(memory, id);
        await runNext(memory);
      }
    },
    work: async (memory) => {
      const { messages, version, summary } = await memory.recall();
      const to = messages.find(({ turn }) => turn === "b")?.sequence ?? 0;
      if (summary === undefined)
        await memory.moveWindow({ version, to, summary: "About a" });
    },
    check: async (memory) => {
      expect(await recalled(memory)).toEqual(["b", "Answer to b"]);
      expect((await memory.recall()).summary).toBe("About a");
    },
  },
  forgetting: {
    prepare: async (memory) => {
      for (const id of ["a", "b"]) {
        await open(memory, id);
        await runNext(memory);
      }
      await open(memory, "c");
    },
    work: (memory) => memory.forget({ before: "c" }),
    check: async (memory) => {
      expect(await recalled(memory)).toEqual([]);
      expect(await memory.findTurn("a")).toBeUndefined();
      expect((await open(memory, "a")).kind).toBe("forgotten");
      await runNext(memory);
      expect(await recalled(memory)).toEqual(["c", "Answer to c"]);
      expect(await memory.forget()).toMatchObject({ turns: 1, messages: 2 });
    },
  },
};

describeWithDynamoDb("A process that dies", () => {
  let tableName: string;
  beforeAll(async () => {
    ({ tableName } = await createLocalTable());
  });
  const openMemory = (conversation: string, client = connect()) =>
    createDynamoMemory({
      conversation,
      leaseMs: 0,
      table: createDynamoTable({ client, tableName }),
    });

  for (const [name, { prepare, work, check }] of Object.entries(WAYS))
    for (const when of ["before", "after"] as const)
      it(`leaves ${name} to the next one, whole, ${when} which request it dies`, async () => {
        let isThrough = false;
        for (let fatal = 1; !isThrough; fatal++) {
          expect(fatal).toBeLessThan(MAX_REQUESTS);
          const conversation = `${name}:${when}:${fatal}`;
          await prepare?.(openMemory(conversation));
          const { client } = connectUntil(fatal, when);
          try {
            await work(openMemory(conversation, client));
            isThrough = true;
          } catch (error) {
            expect(error).toMatchObject({ cause: expect.any(ProcessDied) });
          }
          await work(openMemory(conversation));
          await check(openMemory(conversation)).catch((cause: unknown) => {
            throw new Error(`It died at request ${fatal}.`, { cause });
          });
        }
      }, 60_000);
});
