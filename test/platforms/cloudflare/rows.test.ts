import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import {
  openDurableObjectDatabase,
  type SqliteRow,
} from "../../../src/stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../../src/stores/sqlite/sqlite-store.ts";
import { createTurnIndex } from "../../../src/stores/turn-index.ts";
import type { IndexedTurn } from "../../../src/types/turn-index.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";

/** Billed rows of a turn with one step after `before` turns. */
async function countRows(
  before: number,
  { parts }: { parts: readonly { text: string }[] },
): Promise<{ read: number; written: number }> {
  const object = env.CONVERSATION.getByName(crypto.randomUUID());
  return runInDurableObject(object, async (_instance, { storage }) => {
    const rows = { read: 0, written: 0 };
    const database = {
      ...openDurableObjectDatabase(storage),
      query: (statement: string, ...values: (string | number | null)[]) => {
        const cursor = storage.sql.exec<SqliteRow>(statement, ...values);
        const found = cursor.toArray();
        rows.read += cursor.rowsRead;
        rows.written += cursor.rowsWritten;
        return found;
      },
    };
    const memory = createSqliteMemory({ database });
    const answer = async (id: string): Promise<void> => {
      await memory.openTurn(createMessage({ id }), { limit: 9 });
      await memory.nextTurn();
      await memory.beginAttempt(id);
      await memory.waitingTurns();
      const { version, messages } = await memory.recall();
      const step = createStep();
      const { observation: _, ...action } = step;
      await memory.saveSteps(id, 0, [action]);
      await memory.saveSteps(id, 0, [step]);
      await memory.commitTurn(id, createOutcome({ parts: [...parts] }));
      for (const part of await memory.pendingParts(id))
        await memory.noteSent(id, part.index, { id: "1" });
      if (parts.length > 0) await memory.closeTurn(id, { status: "delivered" });
      // Keeps a window of ten messages.
      const to = messages.at(-8)?.sequence;
      if (to !== undefined) await memory.moveWindow({ version, to });
      await memory.nextTurn();
    };
    for (let index = 0; index < before; index++) await answer(`old ${index}`);
    rows.read = 0;
    rows.written = 0;
    await answer("new");
    return { ...rows };
  });
}

it.each([
  ["without parts to send", [], 9],
  ["with one part to send", [{ text: "Hi!" }], 12],
])(
  "a turn %s reads and writes as many rows after 100 turns as after 20",
  async (_, parts, written) => {
    const early = await countRows(20, { parts });
    const late = await countRows(100, { parts });
    expect(late).toEqual(early);
    expect(late.written).toBe(written);
    expect(late.read).toBeLessThanOrEqual(40);
  },
);

it("a turn writes two rows in the console's index, and three more if it waits first", () =>
  runInDurableObject(env.TURN_INDEX.getByName("rows"), async (_, state) => {
    const { sql } = state.storage;
    let written = 0;
    const database = {
      ...openDurableObjectDatabase(state.storage),
      query: (statement: string, ...values: (string | number | null)[]) => {
        const cursor = sql.exec<SqliteRow>(statement, ...values);
        const found = cursor.toArray();
        written += cursor.rowsWritten;
        return found;
      },
    };
    const index = createTurnIndex({
      storeOf: (...name) =>
        createSqliteStore<never>({ database, name: name.join("/") }),
      retentionMs: 0,
    });
    const put = async (turn: Partial<IndexedTurn>): Promise<number> => {
      written = 0;
      await index.put([createIndexedTurn(turn)]);
      return written;
    };
    // Creates the table.
    await put({ number: 1 });
    expect(await put({ number: 2 })).toBe(2);
    expect(await put({ number: 3, outcome: "waiting" })).toBe(2);
    expect(await put({ number: 3 })).toBe(3);
  }));
