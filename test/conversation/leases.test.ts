import { describe, expect, it } from "vitest";
import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import {
  ConversationBusyError,
  LeaseLostError,
} from "../../src/conversation/state/document.ts";
import { TakenOverError } from "../../src/conversation/state/people/hand-over.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { openTurn } from "../contracts/play-turns.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";

const LEASE_MS = 60_000;
const START = Date.UTC(2026, 10, 22);

/** A conversation of several processes, with a running turn and a waiting one. */
async function setUp() {
  const store = createMemoryStore<ConversationState>();
  const clock = { at: START };
  const open = () =>
    createMemory({ store, leaseMs: LEASE_MS, now: () => clock.at });
  // Its clock stands still: it does not notice that its lease has expired.
  const worker = createMemory({ store, leaseMs: LEASE_MS, now: () => START });
  await openTurn(worker, "runs");
  await openTurn(worker, "waits");
  await worker.beginAttempt("runs");
  return { worker, clock, open };
}

describe("the lease of a running turn", () => {
  it("keeps other workers away until it expires", async () => {
    const { clock, open } = await setUp();
    clock.at += LEASE_MS - 1;
    for (const id of ["runs", "waits"])
      await expect(open().beginAttempt(id)).rejects.toMatchObject({
        name: "ConversationBusyError",
        retryAfterMs: 1,
      });
    clock.at += 1;
    expect(await open().beginAttempt("runs")).toMatchObject({ attempts: 2 });
  });

  it.each<[string, number, (worker: Memory) => Promise<void>]>([
    [
      "what its worker stores",
      LEASE_MS - 1,
      ({ notePreview }) => notePreview("runs", 0, { id: "70" }),
    ],
    ["its worker", LEASE_MS - 1, ({ renewLease }) => renewLease()],
    [
      "what its worker does outside, if a sixth of it is left",
      (LEASE_MS * 5) / 6,
      ({ confirmLease }) => confirmLease(),
    ],
  ])("is extended by %s", async (_, after, extend) => {
    const { clock, open } = await setUp();
    clock.at += LEASE_MS;
    const worker = open();
    await worker.beginAttempt("runs");
    clock.at += after;
    await extend(worker);
    clock.at += LEASE_MS - 1;
    await expect(open().beginAttempt("runs")).rejects.toThrow(
      ConversationBusyError,
    );
  });

  it("stays when a waiting message is stopped and ends", async () => {
    const { open } = await setUp();
    const other = open();
    await other.stopTurn("waits");
    const stopped = createOutcome({ history: [], parts: [], isStopped: true });
    await other.commitTurn("waits", stopped);
    expect(await open().findTurn("waits")).toMatchObject({
      status: "delivered",
    });
    await expect(open().beginAttempt("runs")).rejects.toThrow(
      ConversationBusyError,
    );
  });

  it("ends when its worker puts the turn off", async () => {
    const { worker, open } = await setUp();
    await worker.releaseLease();
    await worker.renewLease();
    expect(await open().beginAttempt("runs")).toMatchObject({ attempts: 2 });
  });

  it("ends with its turn", async () => {
    const { worker, open } = await setUp();
    await worker.commitTurn("runs", createOutcome({ parts: [] }));
    await worker.renewLease();
    expect(await open().beginAttempt("waits")).toMatchObject({ attempts: 1 });
  });
});

it("A worker learns at once that a person has the conversation", async () => {
  const { worker, open } = await setUp();
  await worker.confirmUntaken("runs");
  await open().takeOver({ name: "anna", silenceMs: 0 });
  await expect(worker.confirmUntaken("runs")).rejects.toThrow(TakenOverError);
});

describe("a worker that was taken over", () => {
  const takeOver = async () => {
    const { worker, clock, open } = await setUp();
    clock.at += LEASE_MS;
    const next = open();
    await next.beginAttempt("runs");
    return { worker, next, open };
  };

  it("ends nothing, notes nothing and does nothing outside", async () => {
    const { worker, open } = await takeOver();
    const attempts = [
      () => worker.commitTurn("runs", createOutcome({ reply: "Late." })),
      () => worker.notePreview("runs", 0, { id: "70" }),
      () => worker.closeTurn("runs", { status: "failed" }),
      () => worker.saveSteps("runs", 0, [createStep()]),
      () => worker.confirmLease(),
    ];
    for (const attempt of attempts)
      await expect(attempt()).rejects.toThrow(LeaseLostError);
    expect(await open().findTurn("runs")).toMatchObject({
      status: "thinking",
      steps: [],
    });
  });

  it("adds no step to those of its successor", async () => {
    const { worker, next, open } = await takeOver();
    await worker.saveSteps("runs", 0, [createStep({ input: "late" })]);
    await next.saveSteps("runs", 0, [createStep({ input: "ours" })]);
    expect((await open().findTurn("runs"))?.steps).toMatchObject([
      { action: { input: "ours" } },
    ]);
  });
});
