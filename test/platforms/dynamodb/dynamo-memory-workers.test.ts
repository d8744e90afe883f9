import { beforeAll, expect, it } from "vitest";
import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { ConversationBusyError } from "../../../src/platforms/dynamodb/lease-errors.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import { hireWorkers, open } from "./hire-workers.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";
import { connectUntil } from "./trouble.ts";

describeWithDynamoDb("DynamoDB memory, with several workers,", () => {
  let table: DynamoTable;
  let tableName: string;
  beforeAll(async () => {
    ({ table, tableName } = await createLocalTable());
  });

  it("gives a conversation to one of two workers, until that one is done", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const [one, other] = [hire(), hire()];
    await open(one, "a");
    await open(one, "b");
    await one.beginAttempt("a");
    clock.at += 59_000;
    await expect(other.beginAttempt("a")).rejects.toMatchObject({
      name: "ConversationBusyError",
      retryAfterMs: 1_000,
    });
    expect((await other.findTurn("a"))?.attempts).toBe(1);
    await one.commitTurn("a", createOutcome({ parts: [] }));
    await other.beginAttempt("b");
    expect((await other.findTurn("b"))?.attempts).toBe(1);
  });

  it("lets nobody begin who knows a turn from before another worker's work on it", async () => {
    const { hire } = hireWorkers(tableName);
    const [one, other, third] = [hire(), hire(), hire()];
    await open(one, "a");
    expect(await one.nextTurn()).toMatchObject({ steps: [] });
    expect(await third.nextTurn()).toMatchObject({ steps: [] });
    await other.beginAttempt("a");
    await other.saveSteps("a", 0, [createStep()]);
    await other.releaseLease();
    await expect(one.beginAttempt("a")).rejects.toThrow(ConversationBusyError);
    expect(await one.nextTurn()).toMatchObject({ steps: [createStep()] });
    await one.beginAttempt("a");
    expect(await third.nextTurn()).toMatchObject({ status: "thinking" });
    await one.commitTurn("a", createOutcome());
    await one.closeTurn("a", { status: "delivered" });
    await expect(third.beginAttempt("a")).rejects.toThrow(
      ConversationBusyError,
    );
    expect(await third.nextTurn()).toBeUndefined();
  });

  it("lets exactly one of many workers that come at once begin", async () => {
    const { hire } = hireWorkers(tableName);
    await open(hire(), "a");
    const begun = await Promise.allSettled(
      Array.from({ length: 10 }, () => hire().beginAttempt("a")),
    );
    const won = begun.filter(({ status }) => status === "fulfilled");
    expect(won).toHaveLength(1);
    expect((await hire().findTurn("a"))?.attempts).toBe(1);
  });

  it("leaves a conversation with a worker that renews its lease, and gives it to another when it is released", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const [one, other] = [hire(), hire()];
    await open(one, "a");
    await one.beginAttempt("a");
    clock.at += 50_000;
    await one.renewLease();
    clock.at += 50_000;
    await expect(other.beginAttempt("a")).rejects.toMatchObject({
      retryAfterMs: 10_000,
    });
    await one.releaseLease();
    await other.beginAttempt("a");
    expect((await other.findTurn("a"))?.attempts).toBe(2);
  });

  it("takes nothing from a worker whose lease another one has taken over", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const [slow, next] = [hire(), hire()];
    await open(slow, "a");
    await slow.beginAttempt("a");
    await slow.saveSteps("a", 0, [createStep()]);
    clock.at += 61_000;
    await next.beginAttempt("a");
    const done = createStep({ observation: "2" });
    await next.saveSteps("a", 0, [done]);

    const lost = { name: "LeaseLostError" };
    await expect(
      slow.saveSteps("a", 0, [createStep({ observation: "late" })]),
    ).rejects.toMatchObject(lost);
    await expect(
      slow.commitTurn("a", createOutcome({ reply: "Late." })),
    ).rejects.toMatchObject(lost);
    expect(await hire().findTurn("a")).toMatchObject({
      status: "thinking",
      steps: [done],
    });
    await next.commitTurn("a", createOutcome());
    for (const work of [
      () => slow.closeTurn("a", { status: "failed" }),
      () => slow.notePreview("a", 0, { id: "late" }),
      () => slow.noteSent("a", 0, { id: "late" }),
      () => slow.saveSteps("a", 1, [createStep()]),
      () => slow.renewLease(),
    ])
      await expect(work()).rejects.toMatchObject(lost);
    expect(await hire().findTurn("a")).toMatchObject({ reply: "Hi!" });
    expect((await hire().recall()).messages).toHaveLength(2);
  });

  it("prefers the steps of the worker that has the conversation to those that one before it stores late", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const startedAt = clock.at;
    const [slow, next] = [hire({ now: () => startedAt }), hire()];
    await open(slow, "a");
    await slow.beginAttempt("a");
    clock.at += 61_000;
    await next.beginAttempt("a");
    const both = [createStep({ tool: "one" }), createStep({ tool: "two" })];
    await next.saveSteps("a", 0, both);
    // By its clock no other one may have begun, and what it stores lies elsewhere.
    await slow.saveSteps("a", 0, [createStep({ observation: "late" })]);
    expect((await hire().findTurn("a"))?.steps).toEqual(both);
  });

  it("does not mix the decisions of two workers", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const startedAt = clock.at;
    const [slow, next] = [hire({ now: () => startedAt }), hire()];
    await open(slow, "a");
    await slow.beginAttempt("a");
    clock.at += 61_000;
    await next.beginAttempt("a");
    const decided = createStep({ tool: "one" });
    await next.saveSteps("a", 0, [decided]);
    const late = { observation: "late" };
    await slow.saveSteps("a", 0, [createStep(late), createStep(late)]);
    expect((await hire().findTurn("a"))?.steps).toEqual([decided]);
  });

  it("keeps both actions of a reply of which another worker completes the first one", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const [slow, next] = [hire(), hire()];
    await open(slow, "a");
    await slow.beginAttempt("a");
    const second = createStep({ tool: "two" });
    await slow.saveSteps("a", 0, [createStep({ tool: "one" }), second]);
    clock.at += 61_000;
    await next.beginAttempt("a");
    const completed = createStep({ tool: "one", observation: "1" });
    await next.saveSteps("a", 0, [completed]);
    expect((await hire().findTurn("a"))?.steps).toEqual([completed, second]);
  });

  it("takes no answer from a worker whose lease was taken over while its answer was on its way", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const [slow, next] = [hire(), hire()];
    await open(slow, "a");
    await slow.beginAttempt("a");
    clock.at += 61_000;
    await next.beginAttempt("a");
    await next.commitTurn("a", createOutcome({ parts: [] }));
    await expect(
      slow.commitTurn("a", createOutcome({ reply: "Late." })),
    ).rejects.toMatchObject({ name: "LeaseLostError" });
    expect(await hire().findTurn("a")).toMatchObject({
      status: "delivered",
      reply: "Hi!",
    });
  });

  it("leaves a worker its conversation while others end turns that wait", async () => {
    const { hire } = hireWorkers(tableName);
    const [worker, other] = [hire(), hire()];
    for (const id of ["a", "b"]) await open(worker, id);
    await worker.beginAttempt("a");
    await other.commitTurn("b", createOutcome({ parts: [], history: [] }));
    await expect(other.beginAttempt("a")).rejects.toMatchObject({
      name: "ConversationBusyError",
    });
    expect(await worker.commitTurn("a", createOutcome())).toMatchObject({
      status: "answered",
    });
  });

  it("opens messages that many processes deliver at once, each once, none lost", async () => {
    const { hire } = hireWorkers(tableName);
    const ids = ["a", "b", "c", "d", "e", "f"];
    const openings = await Promise.all(
      [...ids, ...ids, ...ids].map((id) => open(hire(), id)),
    );
    const opened = openings.filter(({ kind }) => kind === "opened");
    expect(opened).toHaveLength(ids.length);
    const memory = hire();
    const waiting = await memory.waitingTurns();
    expect(waiting.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(await memory.forget()).toMatchObject({ turns: ids.length });
  });

  it("accepts a message while a worker commits, and neither gets lost", async () => {
    const { hire } = hireWorkers(tableName);
    const worker = hire();
    await open(worker, "a");
    await worker.beginAttempt("a");
    await open(hire(), "b");
    await worker.commitTurn("a", createOutcome({ parts: [] }));
    expect((await worker.nextTurn())?.id).toBe("b");
    expect((await worker.recall()).messages).toHaveLength(2);
  });

  it("erases what a process that died had left to be erased, some of it whenever a turn begins", async () => {
    const { hire, conversation } = hireWorkers(tableName);
    const memory = hire();
    for (let turn = 0; turn < 60; turn++) {
      await open(memory, `turn ${turn}`);
      await memory.beginAttempt(`turn ${turn}`);
      await memory.commitTurn(`turn ${turn}`, createOutcome({ parts: [] }));
    }
    const { client } = connectUntil(5, "before");
    await expect(hire({ client }).forget()).rejects.toThrow();
    expect(await memory.read()).toBeUndefined();
    const texts = async () => {
      const pk = `conversation#${conversation}`;
      const items = await table.query({ pk, from: " ", to: "~" });
      return items.filter(
        ({ sk, body }) => sk !== "root" && /text|reply/.test(String(body)),
      ).length;
    };
    const left: number[] = [];
    for (let turn = 1; turn <= 10; turn++) {
      await open(memory, `later ${turn}`);
      await memory.beginAttempt(`later ${turn}`);
      // Of each turn that has begun, its message.
      left.push((await texts()) - turn);
    }
    expect(left[0]).toBeGreaterThan(50);
    expect(left.at(-1)).toBe(0);
  });

  it("erases what a worker has written for a turn that was forgotten meanwhile, when the next turn begins", async () => {
    const { hire, clock, conversation } = hireWorkers(tableName);
    const worker = hire();
    await open(worker, "a");
    await worker.beginAttempt("a");
    await hire().forget();
    await worker.saveSteps("a", 0, [createStep({ observation: "secret" })]);
    expect(await worker.commitTurn("a", createOutcome())).toBeUndefined();
    clock.at += 61_000;
    const next = hire();
    await open(next, "b");
    const secret = async () =>
      JSON.stringify(
        await table.query({
          pk: `conversation#${conversation}`,
          from: " ",
          to: "~",
        }),
      ).includes("secret");
    expect(await secret()).toBe(true);
    await next.beginAttempt("b");
    expect(await secret()).toBe(false);
  });
});
