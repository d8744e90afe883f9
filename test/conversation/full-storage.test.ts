import { expect, it, vi } from "vitest";
import type { SqliteDatabase } from "../../src/stores/sqlite/sqlite-database.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { setUpConversation } from "./set-up-conversation.ts";

vi.spyOn(console, "error").mockImplementation(() => {});

/** Accepts so many writes, then none until room is made. */
function createSmallDatabase(room: number) {
  const real = createNodeSqliteDatabase();
  const state = { room, refused: 0 };
  const database: SqliteDatabase = {
    ...real,
    query(statement, ...rest) {
      const isWrite = statement.startsWith("INSERT");
      if (!isWrite || state.room-- > 0) return real.query(statement, ...rest);
      state.refused++;
      throw new Error("database or disk is full: SQLITE_FULL");
    },
  };
  return { database, state };
}

/**
 * The writes of a turn with one action: message, attempt, action, observation,
 * end, part.
 */
const WRITES = 7;

it.each(Array.from({ length: WRITES }, (_, room) => room))(
  "a turn whose storage is full after %i writes goes on once there is room, and is answered once",
  async (room) => {
    const { database, state } = createSmallDatabase(room);
    const { accept, run, memory, channel, model } = setUpConversation(
      [action("echo", "Hi"), finalAnswer("Hello."), finalAnswer("Hello.")],
      { database },
    );
    const message = { id: "a", text: "Hi" };
    const stored = await accept(message).then(
      () => true,
      () => false,
    );
    if (stored) await run().catch(() => {});
    expect(state.refused > 0 || room >= WRITES - 1).toBe(true);

    state.room = Infinity;
    // The sender retries.
    await accept(message);
    for (let runs = 0; runs < 3; runs++)
      if ((await memory.nextTurn()) !== undefined) await run();
    expect(await memory.nextTurn()).toBeUndefined();
    expect(await memory.findTurn("a")).toMatchObject({ status: "delivered" });
    expect((await memory.recall()).messages).toHaveLength(2);
    // A part whose receipt could not be stored is sent again, as documented.
    const shown = channel.shown();
    const isInWindow = shown.length === 2;
    expect(new Set(shown)).toEqual(new Set(["Hello."]));
    expect(isInWindow ? room >= WRITES - 2 : shown.length === 1).toBe(true);
    expect(model.prompts.length).toBeLessThanOrEqual(3);
  },
);
