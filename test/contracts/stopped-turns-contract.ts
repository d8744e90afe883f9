import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import {
  answerTurn,
  openTurn,
  testWith,
  type WithMemory,
} from "./play-turns.ts";

/** What every memory promises of turns that are stopped. */
export function describeStoppedTurns(
  name: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);

  describe(`${name} keeps Memory's promises of turns that are stopped:`, () => {
    describe("stops a turn", () => {
      const stop = (memory: Memory, id: string) =>
        memory.openTurn(createMessage({ id }), { limit: 100, isStop: true });

      test("that has no reply yet, and knows it until it ends", async (memory) => {
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

      test("and keeps whether its answer was broken off", async (memory) => {
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

      test("together with opening the message that asks for it", async (memory) => {
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

      test("that was begun, rather than an older one that was opened again", async (memory) => {
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

      test("once for a message, however often it comes", async (memory) => {
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

      test("where there is one", async (memory) => {
        const opening = await stop(memory, "stop");
        expect(opening.kind).toBe("opened");
        expect((await memory.findTurn("stop"))?.target).toBeUndefined();
      });

      test("not when it was forgotten", async (memory) => {
        await openTurn(memory, "a");
        await memory.forget();
        expect(await memory.stopTurn("a")).toBe(false);
      });
    });
  });
}
