import { describe, expect } from "vitest";
import type { Outcome } from "../../src/conversation/state/outcome.ts";
import type { ReadOptions } from "../../src/types/archive.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";
import {
  answerTurn,
  messagesOf,
  moveTo,
  openTurn,
  testWith,
  turnsOf,
  type WithMemory,
} from "./play-turns.ts";

/** Tests of every `Memory`: the history and its deletion. */
export function describeHistory(name: string, withMemory: WithMemory): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (history)`, () => {
    test("numbers messages consecutively", async (memory) => {
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      const sequences = (await messagesOf(memory)).map(
        ({ sequence }) => sequence,
      );
      expect(sequences).toEqual(
        sequences.map((_, index) => (sequences[0] ?? 0) + index),
      );
    });

    test("keeps a message without an answer, and one without a question", async (memory) => {
      const person = { kind: "operator", name: "anna" } as const;
      const asked = { role: "user", text: "Help", tokens: 1 } as const;
      const said = { role: "assistant", text: "Here", tokens: 1 } as const;
      const end = async (id: string, outcome: Partial<Outcome>) => {
        await openTurn(memory, id);
        await memory.beginAttempt(id);
        await memory.commitTurn(id, createOutcome({ ...outcome, parts: [] }));
      };
      await answerTurn(memory, "a");
      await end("b", { reply: "", history: [asked] });
      await end("c", {
        reply: "Here",
        history: [{ ...said, origin: person }],
      });
      await answerTurn(memory, "d");

      const messages = await messagesOf(memory);
      expect(messages.map(({ turn, sequence }) => [turn, sequence])).toEqual([
        ["a", 1],
        ["a", 2],
        ["b", 3],
        ["c", 4],
        ["d", 5],
        ["d", 6],
      ]);
      expect(messages[2]).toMatchObject(asked);
      expect(messages[3]).toMatchObject({ ...said, origin: person });
      expect((await memory.recall()).messages).toMatchObject(messages);
      expect(await memory.findTurn("b")).toMatchObject({ reply: "" });
      expect(await memory.findTurn("c")).toMatchObject({ reply: "Here" });
      const page = await memory.readRecord({ newest: 3, before: 6 });
      expect(page?.messages.map(({ turn }) => turn)).toEqual(["b", "c", "d"]);
      expect(await memory.measureHistory()).toMatchObject({ messages: 6 });
      expect(await memory.forget()).toMatchObject({ messages: 6 });
    });

    test("returns nothing for a new conversation", async (memory) => {
      expect(await memory.readRecord()).toBeUndefined();
      expect(await messagesOf(memory)).toEqual([]);
      expect(await memory.nextTurn()).toBeUndefined();
      expect(await memory.findTurn("a")).toBeUndefined();
      const { version } = await memory.recall();
      expect(await memory.moveWindow({ version, to: 1 })).toBe(false);
      expect(await memory.forget()).toEqual({
        messages: 0,
        turns: 0,
        openTurns: [],
        failedTurns: 0,
        hadSettings: false,
      });
    });

    test("reads open turns along with the history", async (memory) => {
      await answerTurn(memory, "a");
      await openTurn(memory, "b");
      expect((await memory.readRecord())?.openTurns).toMatchObject([
        { id: "b", status: "accepted" },
      ]);
    });

    test("reads only the failures since the last answer", async (memory) => {
      const failTurn = async (id: string) => {
        await openTurn(memory, id);
        const failure = { status: "failed", history: [] } as const;
        await memory.commitTurn(id, createOutcome(failure));
        await memory.closeTurn(id, { status: "failed" });
      };
      await failTurn("a");
      await answerTurn(memory, "b");
      await failTurn("c");
      const origin = { kind: "schedule", id: "s" } as const;
      await memory.openTurn(createMessage({ id: "due", origin }), { limit: 9 });
      await memory.commitTurn("due", createOutcome({ parts: [] }));
      const record = await memory.readRecord();
      expect(record?.openTurns).toMatchObject([{ id: "c", status: "failed" }]);
      await openTurn(memory, "d");
      const notice = { status: "failed", history: [] } as const;
      await memory.commitTurn("d", createOutcome(notice));
      expect((await memory.readRecord())?.openTurns).toMatchObject([
        { id: "c" },
        { id: "d", status: "failed" },
      ]);
    });

    test("reads each answer's number of steps and whether they have sources", async (memory) => {
      await openTurn(memory, "a");
      await memory.beginAttempt("a");
      await memory.saveSteps("a", 0, [createStep({ observation: "2" })]);
      await memory.commitTurn("a", createOutcome());
      await answerTurn(memory, "b");
      await openTurn(memory, "c");
      await memory.beginAttempt("c");
      const sources = [{ title: "Ada", url: "https://example.org/ada" }];
      await memory.saveSteps("c", 0, [{ ...createStep(), sources }]);
      await memory.saveSteps("c", 1, [createStep()]);
      await memory.commitTurn("c", createOutcome());
      const all = await memory.readRecord();
      expect(
        all?.messages.map(({ steps, hasSources }) => ({ steps, hasSources })),
      ).toEqual([
        { steps: 0, hasSources: false },
        { steps: 1, hasSources: false },
        { steps: 0, hasSources: false },
        { steps: 0, hasSources: false },
        { steps: 0, hasSources: false },
        { steps: 2, hasSources: true },
      ]);
      const last = await memory.readRecord({ newest: 1 });
      expect(last?.messages).toMatchObject([{ turn: "c", role: "assistant" }]);
    });

    test("reads the history page by page, from its end", async (memory) => {
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      const read = async (options: { newest: number; before?: number }) =>
        (await memory.readRecord(options))?.messages ?? [];
      const last = await read({ newest: 2 });
      expect(last.map(({ turn }) => turn)).toEqual(["c", "c"]);
      const before = last[0]?.sequence ?? 0;
      const earlier = await read({ newest: 3, before });
      expect(earlier.map(({ turn }) => turn)).toEqual(["a", "b", "b"]);
      const first = earlier[0]?.sequence ?? 0;
      expect(await read({ newest: 9, before: first })).toHaveLength(1);
      expect(await read({ newest: 9, before: 0 })).toEqual([]);
    });

    test("reads the history page by page, from its start", async (memory) => {
      for (const id of ["a", "b", "c"]) await answerTurn(memory, id);
      const read = async (options: ReadOptions) =>
        (await memory.readRecord(options))?.messages ?? [];
      const first = await read({ oldest: 3 });
      expect(first.map(({ turn }) => turn)).toEqual(["a", "a", "b"]);
      const after = first[2]?.sequence ?? 0;
      const later = await read({ oldest: 9, after });
      expect(later.map(({ turn }) => turn)).toEqual(["b", "c", "c"]);
      const last = later[2]?.sequence ?? 0;
      expect(await read({ oldest: 9, after, before: last })).toEqual(
        later.slice(0, 2),
      );
      expect(await read({ oldest: 9, after: last })).toEqual([]);
      expect(await read({ newest: 9, after })).toEqual(later);
      await memory.forget();
      await answerTurn(memory, "d");
      expect(await read({ oldest: 9 })).toHaveLength(2);
    });

    test("reads the author and metadata of each message", async (memory) => {
      const labels = { author: { id: "安娜" }, metadata: { order: "订单 17" } };
      await memory.openTurn(createMessage({ id: "a", ...labels }), {
        limit: 1,
      });
      await memory.beginAttempt("a");
      await memory.commitTurn("a", createOutcome({ parts: [] }));
      await answerTurn(memory, "b");
      const { metadata } = labels;
      const record = await memory.readRecord();
      expect(record?.messages).toMatchObject([
        { author: "安娜", metadata },
        { author: "安娜", metadata },
        { turn: "b" },
        { turn: "b" },
      ]);
      expect(record?.messages[2]).not.toHaveProperty("metadata");
    });

    test("measures the whole history, including messages before the window", async (memory) => {
      expect(await memory.measureHistory()).toEqual({ messages: 0 });
      await openTurn(memory, "a");
      expect(await memory.measureHistory()).toEqual({ messages: 0 });
      await answerTurn(memory, "a");
      await answerTurn(memory, "b");
      await moveTo(memory, "b");
      const [first] = (await memory.readRecord())?.messages ?? [];
      expect(await memory.measureHistory()).toEqual({
        messages: 4,
        since: first?.at,
      });
      await memory.forget();
      expect(await memory.measureHistory()).toEqual({ messages: 0 });
    });

    test("deletes everything and still deduplicates message ids", async (memory) => {
      await answerTurn(memory, "a");
      await openTurn(memory, "b");
      expect(await memory.forget()).toEqual({
        messages: 2,
        turns: 2,
        openTurns: ["b"],
        failedTurns: 0,
        hadSettings: false,
      });
      expect(await memory.readRecord()).toBeUndefined();
      expect(await memory.nextTurn()).toBeUndefined();
      expect(await memory.findTurn("a")).toBeUndefined();
      expect(await openTurn(memory, "a")).toEqual({ kind: "forgotten" });
    });

    test("discards the outcome of a turn that was deleted while it ran", async (memory) => {
      await openTurn(memory, "a");
      await memory.beginAttempt("a");
      await memory.forget();
      await memory.saveSteps("a", 0, [createStep({ observation: "2" })]);
      expect(await memory.commitTurn("a", createOutcome())).toBeUndefined();
      expect(await messagesOf(memory)).toEqual([]);
      await answerTurn(memory, "b");
      expect(await turnsOf(memory)).toEqual(["b", "b"]);
    });

    test("deletes only what precedes a given turn", async (memory) => {
      await answerTurn(memory, "a");
      await openTurn(memory, "b");
      await openTurn(memory, "c");
      expect(await memory.forget({ before: "b" })).toEqual({
        messages: 2,
        turns: 1,
        openTurns: [],
        failedTurns: 0,
        hadSettings: false,
      });
      expect((await memory.nextTurn())?.id).toBe("b");
      expect(await memory.forget({ before: "a" })).toMatchObject({ turns: 0 });
      expect(
        (await memory.readRecord())?.openTurns.map(({ id }) => id),
      ).toEqual(["b", "c"]);
    });

    test("stores any text unchanged", async (memory) => {
      const text = '\'; DROP TABLE turns; -- 🙂 \u0000 你好\n"quoted"';
      await memory.openTurn(createMessage({ id: text, text }), { limit: 1 });
      await memory.commitTurn(
        text,
        createOutcome({
          history: [
            { role: "user", text, tokens: 1 },
            { role: "assistant", text, tokens: 1 },
          ],
        }),
      );
      expect(await memory.findTurn(text)).toMatchObject({
        id: text,
        message: { text },
      });
      expect((await messagesOf(memory))[0]?.text).toBe(text);
    });
  });
}
