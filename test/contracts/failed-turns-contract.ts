import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome, createStep, USAGE } from "../fixtures/turns.ts";
import {
  answerTurn,
  openTurn,
  testWith,
  turnsOf,
  type WithMemory,
} from "./play-turns.ts";

/** Tests of every `Memory`: failed turns. */
export function describeFailedTurns(
  name: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (failed turns)`, () => {
    describe("reopening a failed turn", () => {
      const fail = async (memory: Memory, id: string) => {
        await openTurn(memory, id);
        await memory.beginAttempt(id);
        await memory.saveSteps(id, 0, [createStep({ observation: "2" })]);
        await memory.commitTurn(
          id,
          createOutcome({
            status: "failed",
            failure: "model-unreachable",
            reply: "Sorry.",
            history: [],
          }),
        );
        await memory.noteSent(id, 0, { id: "77" });
        await memory.closeTurn(id, { status: "failed" });
      };

      test("keeps its steps and drops its notice", async (memory) => {
        await fail(memory, "a");
        expect(await memory.findTurn("a")).toMatchObject({
          status: "failed",
          failure: "model-unreachable",
        });
        expect(await memory.reopenTurn("a")).toEqual({
          id: "a",
          status: "thinking",
          message: createMessage({ id: "a" }),
          steps: [createStep({ observation: "2" })],
          usage: USAGE,
          attempts: 0,
          acceptedAt: expect.any(Number) as number,
        });
        expect(await memory.pendingParts("a")).toEqual([]);
        expect(await memory.waitingTurns()).toEqual([]);
        await memory.beginAttempt("a");
        await memory.commitTurn("a", createOutcome());
        expect(await memory.pendingParts("a")).toHaveLength(1);
        expect(await turnsOf(memory)).toEqual(["a", "a"]);
      });

      test("keeps the answer and the parts that were not sent", async (memory) => {
        await openTurn(memory, "a");
        const file = { name: "a.txt", content: "" };
        const parts = [{ text: "one" }, { text: "two", file }];
        await memory.commitTurn("a", createOutcome({ parts }));
        await memory.noteSent("a", 0, { id: "77" });
        await memory.closeTurn("a", { status: "failed", failure: "gone" });
        expect(await memory.findTurn("a")).toMatchObject({ failure: "gone" });
        expect(await memory.reopenTurn("a")).toMatchObject({
          status: "answered",
          reply: "Hi!",
          attempts: 0,
        });
        expect(await memory.pendingParts("a")).toMatchObject([
          { index: 1, part: parts[1] },
        ]);
        await memory.closeTurn("a", { status: "delivered" });
        expect((await memory.findTurn("a"))?.failure).toBeUndefined();
        expect(await turnsOf(memory)).toEqual(["a", "a"]);
      });

      test("gives it back to the bot, if a person had come meanwhile", async (memory) => {
        await openTurn(memory, "a");
        await memory.commitTurn("a", createOutcome({ status: "failed" }));
        await memory.takeOver({ name: "anna", silenceMs: 0 });
        await memory.closeTurn("a", { status: "failed" });
        await memory.handBack({ operator: "anna" });
        await memory.reopenTurn("a");
        await memory.confirmUntaken("a");
      });

      test("works once, and only if the turn has failed", async (memory) => {
        await answerTurn(memory, "answered");
        await openTurn(memory, "waiting");
        await fail(memory, "a");
        expect(await memory.reopenTurn("a")).toBeDefined();
        for (const id of ["a", "answered", "waiting", "unknown"])
          expect(await memory.reopenTurn(id), id).toBeUndefined();
      });

      test("does nothing before its notice is sent or after the turn is deleted", async (memory) => {
        await openTurn(memory, "a");
        await memory.commitTurn("a", createOutcome({ status: "failed" }));
        expect(await memory.reopenTurn("a")).toBeUndefined();
        await memory.closeTurn("a", { status: "failed" });
        await memory.forget();
        expect(await memory.reopenTurn("a")).toBeUndefined();
      });

      test("picks the same turn each time that a message asks for the last one", async (memory) => {
        for (const id of ["a", "b"]) await fail(memory, id);
        await openTurn(memory, "ask");
        await fail(memory, "later");
        const reopened = await memory.reopenLastFailed("ask");
        expect(reopened?.id).toBe("b");
        expect((await memory.findTurn("ask"))?.target).toBe("b");
        expect((await memory.reopenLastFailed("ask"))?.id).toBe("b");
        expect(await memory.findTurn("a")).toMatchObject({ status: "failed" });
        await memory.forget({ before: "ask" });
        for (const id of ["ask", "b"])
          expect(await memory.reopenLastFailed(id)).toBeUndefined();
      });

      test("skips commands if a message asks for the last one", async (memory) => {
        const command = { name: "retry", argument: "" };
        await memory.openTurn(createMessage({ id: "command", command }), {
          limit: 9,
        });
        await fail(memory, "command");
        await openTurn(memory, "ask");
        expect(await memory.reopenLastFailed("ask")).toBeUndefined();
      });
    });

    describe("a failed delivery", () => {
      const failAsGone = async (memory: Memory, id: string) => {
        await memory.commitTurn(id, createOutcome());
        await memory.closeTurn(id, { status: "failed", failure: "gone" });
      };

      test("fails the turns that wait if the user is gone, but no later ones", async (memory) => {
        for (const id of ["a", "waits", "was begun"])
          await openTurn(memory, id);
        await memory.beginAttempt("was begun");
        await memory.saveSteps("was begun", 0, [createStep()]);
        await memory.notePreview("was begun", 0, { id: "71" });
        await failAsGone(memory, "a");
        expect(await memory.nextTurn()).toBeUndefined();
        for (const id of ["waits", "was begun"])
          expect(await memory.findTurn(id)).toMatchObject({
            status: "failed",
            failure: "gone",
            reply: "",
          });
        expect((await memory.findTurn("was begun"))?.usage).toEqual(USAGE);
        expect(await turnsOf(memory)).toEqual(["a", "a"]);

        await openTurn(memory, "later");
        expect((await memory.nextTurn())?.id).toBe("later");
        // Repeated, as after a crash.
        await memory.closeTurn("a", { status: "failed", failure: "gone" });
        expect((await memory.nextTurn())?.id).toBe("later");

        await memory.reopenTurn("was begun");
        expect(await memory.listPreviews("was begun")).toEqual([{ id: "71" }]);
      });

      test("does not fail commands and answered turns", async (memory) => {
        const command = { name: "new", argument: "" };
        await openTurn(memory, "answered");
        await memory.commitTurn("answered", createOutcome());
        await openTurn(memory, "a");
        await memory.openTurn(createMessage({ id: "new", command }), {
          limit: 9,
        });
        await failAsGone(memory, "a");
        const left = [];
        for (
          let turn = await memory.nextTurn();
          turn !== undefined;
          turn = await memory.nextTurn()
        ) {
          left.push(`${turn.id}: ${turn.status}`);
          await memory.closeTurn(turn.id, { status: "delivered" });
        }
        expect(left).toEqual(["answered: answered", "new: accepted"]);
      });

      test("does not fail asides, which cannot be retried", async (memory) => {
        await openTurn(memory, "a");
        for (const [id, isAside] of [["photo"], ["aside", true]] as const)
          await memory.openTurn(
            createMessage({ id, album: "1", ...(isAside && { isAside }) }),
            { limit: 9 },
          );
        await failAsGone(memory, "a");
        expect((await memory.nextTurn())?.id).toBe("aside");
        await memory.closeTurn("aside", { status: "delivered" });
        await openTurn(memory, "ask");
        expect((await memory.reopenLastFailed("ask"))?.id).toBe("photo");
      });

      test("fails no other turns if the user is not gone", async (memory) => {
        for (const id of ["a", "b"]) await openTurn(memory, id);
        await memory.commitTurn("a", createOutcome());
        await memory.closeTurn("a", {
          status: "failed",
          failure: "undelivered",
        });
        expect((await memory.nextTurn())?.id).toBe("b");
      });

      test("lets each turn that it fails be reopened", async (memory) => {
        for (const id of ["a", "b"]) await openTurn(memory, id);
        await failAsGone(memory, "a");
        await openTurn(memory, "ask");
        expect(await memory.reopenLastFailed("ask")).toMatchObject({
          id: "b",
          status: "thinking",
          attempts: 0,
        });
        await memory.beginAttempt("b");
        await memory.commitTurn("b", createOutcome());
        expect(await memory.pendingParts("b")).toHaveLength(1);
        expect(await memory.reopenTurn("a")).toMatchObject({
          status: "answered",
        });
      });
    });
  });
}
