import { describe, expect } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { testWith, type WithMemory } from "./play-turns.ts";

/** Tests of every `Memory`: messages that are quoted by their ids. */
export function describeQuotedMessages(
  name: string,
  withMemory: WithMemory,
): void {
  const test = testWith(withMemory);

  describe(`${name} implements Memory (quoted messages)`, () => {
    test("finds a person's message by its id, with its files and what it forwards", async (memory) => {
      const attachments = [{ kind: "photo", file: "1" }] as const;
      const forwarded = [{ text: "It rains.", attachments }, { text: "No." }];
      const author = { id: "43", name: "Ada", language: "en" };
      await answer(memory, { id: "a", author, text: "See", attachments });
      await answer(memory, { id: "b", text: "", forwarded });
      expect(await memory.findQuoted("a")).toEqual({
        text: "See",
        author: { id: "43", name: "Ada" },
        attachments,
      });
      expect(await memory.findQuoted("b")).toMatchObject({
        text: "It rains.\n\nNo.",
        attachments,
      });
    });

    test("finds the bot's reply by the receipt of a part", async (memory) => {
      await answer(memory, { id: "a" }, ["out.1"]);
      await answer(memory, { id: "b" }, ["out.2", "out.3"]);
      expect(await memory.findQuoted("out.1")).toEqual({
        text: "Hi!",
        author: "bot",
      });
      expect(await memory.findQuoted("out.3")).toEqual({
        text: "part 1",
        author: "bot",
      });
    });

    test("finds neither unknown and forgotten messages nor parts that nobody can quote", async (memory) => {
      await answer(memory, { id: "a" }, ["out.1"]);
      await answer(memory, { id: "b" }, ["out.2"], { isQuotable: false });
      for (const id of ["out.2", "out.3"])
        expect(await memory.findQuoted(id)).toBeUndefined();
      await memory.forget();
      for (const id of ["a", "out.1"])
        expect(await memory.findQuoted(id)).toBeUndefined();
    });

    test("cuts what is quoted at 2,000 units", async (memory) => {
      await answer(memory, { id: "a", text: "ab😀".repeat(5_000) });
      const { text = "" } = (await memory.findQuoted("a")) ?? {};
      expect(text).toMatch(/^ab😀.*…$/su);
      expect(text.length).toBeLessThanOrEqual(2_000);
    });

    test("lets one turn a minute say that its message cannot be read", async (memory) => {
      for (const id of ["a", "b"]) {
        await memory.openTurn(createMessage({ id }), { limit: 100 });
        await memory.beginAttempt(id);
        // The second attempt must not be silent.
        const isFirst = id === "a";
        expect(await memory.takeNotice(id)).toBe(isFirst);
        expect(await memory.takeNotice(id)).toBe(isFirst);
        await memory.commitTurn(id, createOutcome({ parts: [] }));
      }
      expect(await memory.takeNotice("c")).toBe(false);
    });
  });
}

async function answer(
  memory: Memory,
  message: Partial<IncomingMessage> & { id: string },
  receipts: readonly string[] = ["out"],
  { isQuotable = true } = {},
): Promise<void> {
  const { id } = message;
  await memory.openTurn(createMessage(message), { limit: 100 });
  await memory.beginAttempt(id);
  const parts = receipts.map((_, index) => ({ text: `part ${index}` }));
  await memory.commitTurn(id, createOutcome({ parts }));
  for (const [index, receipt] of receipts.slice(0, -1).entries())
    await memory.noteSent(id, index, { id: receipt });
  const index = receipts.length - 1;
  const sent = { index, receipt: { id: receipts[index] ?? "" } };
  await memory.closeTurn(id, { status: "delivered", sent, isQuotable });
}
