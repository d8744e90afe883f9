import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import {
  answerTurn,
  openTurn,
  testWith,
  turnsOf,
  type WithMemory,
} from "./play-turns.ts";

/** Tests of every `Memory`: stopping turns. */
export function describeStoppedTurns(
  name: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (stopping turns)`, () => {
    describe("stopping a turn", () => {
      const stop = (memory: Memory, id: string) =>
        memory.openTurn(createMessage({ id }), { limit: 100, isStop: true });

      test("marks a turn without a reply until it ends", async (memory) => {
        expect(await memory.stopTurn("a")).toBe(false);
        await openTurn(memory, "a");
        expect(await memory.stopTurn("a")).toBe(true);
        expect(await memory.stopTurn("a")).toBe(true);
        await memory.beginAttempt("a");
        expect(await memory.findTurn("a")).toMatchObject({
          status: "thinking",
          isStopped: true,
        });
        expect(await memory.nextTurn()).toMatchObject({ isStopped: true });
      });

      test("keeps the mark only if the answer was cut off", async (memory) => {
        for (const id of ["whole", "part"]) {
          await openTurn(memory, id);
          await memory.stopTurn(id);
        }
        await memory.commitTurn("whole", createOutcome());
        await memory.commitTurn("part", createOutcome({ isStopped: true }));
        expect((await memory.findTurn("whole"))?.isStopped).toBeUndefined();
        expect((await memory.findTurn("part"))?.isStopped).toBe(true);
        expect(await memory.stopTurn("whole")).toBe(false);
      });

      test("before anything was written shows the question with the notice to those who ask for it, and is not recalled", async (memory) => {
        await openTurn(memory, "a");
        await memory.commitTurn(
          "a",
          createOutcome({ isStopped: true, reply: "Stopped.", history: [] }),
        );
        await memory.closeTurn("a", { status: "delivered" });
        const all = await memory.readRecord({ includesUnanswered: true });
        expect(all?.messages).toMatchObject([
          { turn: "a", role: "user", text: "Hello" },
          { turn: "a", role: "assistant", text: "", note: "Stopped." },
        ]);
        expect((await memory.readRecord())?.messages).toEqual([]);
        expect((await memory.recall()).messages).toEqual([]);
        expect(await memory.measureHistory()).toEqual({ messages: 0 });
        await answerTurn(memory, "b");
        expect(await turnsOf(memory)).toEqual(["b", "b"]);
        expect((await memory.measureHistory()).messages).toBe(2);
      });

      test("keeps the note that follows the answer apart from it", async (memory) => {
        await openTurn(memory, "a");
        const reply = "Hi!\n\n*(Stopped.)*";
        await memory.commitTurn("a", createOutcome({ isStopped: true, reply }));
        expect((await memory.readRecord())?.messages[1]).toMatchObject({
          text: "Hi!",
          note: "\n\n*(Stopped.)*",
        });
        expect((await memory.recall()).messages[1]?.text).toBe("Hi!");
      });

      test("targets the oldest open turn that is not a command, if a message asks for it", async (memory) => {
        await answerTurn(memory, "answered");
        await memory.openTurn(
          createMessage({
            id: "command",
            command: { name: "help", argument: "" },
          }),
          { limit: 100 },
        );
        await openTurn(memory, "first");
        await openTurn(memory, "second");
        expect(await stop(memory, "stop")).toMatchObject({
          kind: "opened",
          turn: { target: "first" },
        });
        expect((await memory.findTurn("first"))?.isStopped).toBe(true);
        expect((await memory.findTurn("second"))?.isStopped).toBeUndefined();
      });

      test("targets tasks of schedules, but no texts of schedules and people", async (memory) => {
        const origins = [
          { kind: "schedule", id: "text", isText: true },
          { kind: "operator", name: "anna" },
          { kind: "unattended" },
          { kind: "schedule", id: "task" },
        ] as const;
        for (const [index, origin] of origins.entries())
          await memory.openTurn(createMessage({ id: `${index}`, origin }), {
            limit: 9,
          });
        expect(await stop(memory, "stop")).toMatchObject({
          turn: { target: "3" },
        });
      });

      test("prefers a running turn to an older, reopened one", async (memory) => {
        await openTurn(memory, "older");
        await memory.beginAttempt("older");
        const failed = { status: "failed", parts: [] } as const;
        await memory.commitTurn("older", createOutcome(failed));
        await openTurn(memory, "running");
        await memory.beginAttempt("running");
        await memory.reopenTurn("older");
        expect(await stop(memory, "stop")).toMatchObject({
          turn: { target: "running" },
        });
        expect((await memory.findTurn("older"))?.isStopped).toBeUndefined();
      });

      test("happens once per message, even if that is redelivered", async (memory) => {
        await openTurn(memory, "first");
        await stop(memory, "stop");
        await memory.commitTurn("first", createOutcome({ isStopped: true }));
        await openTurn(memory, "second");
        expect(await stop(memory, "stop")).toMatchObject({
          kind: "known",
          turn: { target: "first" },
        });
        expect((await memory.findTurn("second"))?.isStopped).toBeUndefined();
      });

      test("has no target if no turn is open", async (memory) => {
        const opening = await stop(memory, "stop");
        expect(opening.kind).toBe("opened");
        expect((await memory.findTurn("stop"))?.target).toBeUndefined();
      });

      test("does nothing to a deleted turn", async (memory) => {
        await openTurn(memory, "a");
        await memory.forget();
        expect(await memory.stopTurn("a")).toBe(false);
      });
    });
  });
}
