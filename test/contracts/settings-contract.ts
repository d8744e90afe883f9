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

/** Tests of every `Memory`: the conversation's settings. */
export function describeSettings(
  subject: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);
  const settingsIn = async (memory: Memory) => (await memory.recall()).settings;

  describe(`${subject} implements Memory (settings)`, () => {
    test("has no settings until they are set, which needs no message", async (memory) => {
      expect(await settingsIn(memory)).toEqual({});
      const settings = { instructions: "说中文。", metadata: { tier: "金" } };
      expect(await memory.changeSettings(settings)).toEqual({
        kind: "changed",
        settings,
      });
      expect(await settingsIn(memory)).toEqual(settings);
      expect(await memory.readRecord()).toEqual({
        settings,
        messages: [],
        openTurns: [],
      });
      expect(await memory.nextTurn()).toBeUndefined();
    });

    test("merges a patch into the settings and removes null values", async (memory) => {
      const change = async (patch: Parameters<Memory["changeSettings"]>[0]) => {
        const changed = await memory.changeSettings(patch);
        expect(await settingsIn(memory)).toEqual(
          changed.kind === "changed" && changed.settings,
        );
        return changed.kind === "changed" && changed.settings;
      };
      await change({ instructions: "Be brief.", metadata: { a: "1", b: "2" } });
      expect(await change({ metadata: { b: null, c: "3", d: null } })).toEqual({
        instructions: "Be brief.",
        metadata: { a: "1", c: "3" },
      });
      expect(await change({ instructions: null })).toEqual({
        metadata: { a: "1", c: "3" },
      });
      expect(await change({})).toEqual({ metadata: { a: "1", c: "3" } });
      expect(await change({ metadata: null })).toEqual({});
      expect(await memory.readRecord()).toBeUndefined();
    });

    test("creates no conversation if a patch sets nothing", async (memory) => {
      const patch = { instructions: null, metadata: { a: null } };
      expect(await memory.changeSettings(patch)).toEqual({
        kind: "changed",
        settings: {},
      });
      expect(await memory.readRecord()).toBeUndefined();
      expect((await memory.forget()).hadSettings).toBe(false);
    });

    test("rejects a patch that exceeds the metadata limit, without changing anything", async (memory) => {
      const entries = (prefix: string, count: number) =>
        Object.fromEntries(
          Array.from({ length: count }, (_, number) => [
            `${prefix}${number}`,
            "x",
          ]),
        );
      const tooMany = { kind: "too-many", limit: 16 };
      expect(
        await memory.changeSettings({ metadata: entries("a", 17) }),
      ).toEqual(tooMany);
      expect(await memory.readRecord()).toBeUndefined();
      await memory.changeSettings({ metadata: entries("a", 16) });
      const one = { instructions: "Hi", metadata: { b: "1" } };
      expect(await memory.changeSettings(one)).toEqual(tooMany);
      expect(await settingsIn(memory)).toEqual({ metadata: entries("a", 16) });
      const swap = { metadata: { a0: null, b: "1" } };
      expect((await memory.changeSettings(swap)).kind).toBe("changed");
    });

    test("applies all of several concurrent patches", async (memory) => {
      const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
      await Promise.all(
        names.map((label) =>
          memory.changeSettings({ metadata: { [label]: "1" } }),
        ),
      );
      expect(
        Object.keys((await settingsIn(memory)).metadata ?? {}),
      ).toHaveLength(names.length);
    });

    test("keeps settings while turns run", async (memory) => {
      await answerTurn(memory, "a");
      await memory.changeSettings({ instructions: "Be brief." });
      await answerTurn(memory, "b");
      expect(await settingsIn(memory)).toEqual({ instructions: "Be brief." });
      await memory.changeSettings({ instructions: "Be kind." });
      expect(await settingsIn(memory)).toEqual({ instructions: "Be kind." });
      const record = await memory.readRecord({ newest: 1 });
      expect(record?.settings).toEqual({ instructions: "Be kind." });
      expect(record?.messages).toHaveLength(1);
    });

    test("deletes settings with the whole conversation, but not with a part of it", async (memory) => {
      await memory.changeSettings({ instructions: "Be brief." });
      await answerTurn(memory, "a");
      await openTurn(memory, "b");
      expect(await memory.forget({ before: "b" })).toMatchObject({
        turns: 1,
        hadSettings: false,
      });
      expect(await settingsIn(memory)).toEqual({ instructions: "Be brief." });
      expect(await memory.forget()).toMatchObject({
        turns: 1,
        hadSettings: true,
      });
      expect(await settingsIn(memory)).toEqual({});
      expect(await memory.readRecord()).toBeUndefined();
      await answerTurn(memory, "c");
      expect(await settingsIn(memory)).toEqual({});
      await memory.changeSettings({ instructions: "Be kind." });
      await answerTurn(memory, "d");
      expect(await settingsIn(memory)).toEqual({ instructions: "Be kind." });
    });

    test("counts failed turns among the deleted ones", async (memory) => {
      const failed = { status: "failed", history: [], parts: [] } as const;
      await answerTurn(memory, "a");
      for (const id of ["b", "c"]) {
        await memory.openTurn(createMessage({ id }), { limit: 100 });
        await memory.beginAttempt(id);
        await memory.commitTurn(id, createOutcome(failed));
      }
      await memory.reopenTurn("c");
      await memory.beginAttempt("c");
      await memory.commitTurn("c", createOutcome({ parts: [] }));
      expect(await memory.forget()).toMatchObject({
        turns: 3,
        failedTurns: 1,
        hadSettings: false,
      });
    });
  });
}
