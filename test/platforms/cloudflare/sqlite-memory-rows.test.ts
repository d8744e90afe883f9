import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import {
  openDurableObjectDatabase,
  type SqliteDatabase,
  type SqliteRow,
} from "../../../src/platforms/cloudflare/sqlite-database.ts";
import { createExpiringMemory } from "../../../src/platforms/cloudflare/expiring-memory.ts";
import type { Memory } from "../../../src/conversation/memory.ts";
import { createSqliteMemory } from "../../../src/platforms/cloudflare/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep, USAGE } from "../../fixtures/turns.ts";

/** Rows that SQLite went through, those of indexes and of writing included: what Cloudflare bills. */
type Rows = Readonly<Record<string, number>>;

/** A database that counts the rows of its statements. */
function countingDatabase(storage: DurableObjectStorage): {
  database: SqliteDatabase;
  takeCount: () => number;
} {
  let count = 0;
  return {
    database: {
      ...openDurableObjectDatabase(storage),
      query: (statement, ...values) => {
        const cursor = storage.sql.exec<SqliteRow>(statement, ...values);
        const rows = cursor.toArray();
        count += cursor.rowsRead + cursor.rowsWritten;
        return rows;
      },
    },
    takeCount: () => {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}

/** Answered and delivered turns of two messages each; the window holds the last five of them. */
function addTurns({ query }: SqliteDatabase, messages: number): void {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)`;
  const turns = messages / 2;
  query(
    `${numbers} INSERT INTO turns (id, status, is_closed, message, reply, usage, accepted_at)
     SELECT 'old ' || n, 'delivered', 1, '{"id":"old"}', 'Hi!', '{}', 0 FROM numbers`,
    turns,
  );
  query(
    `${numbers} INSERT INTO messages (turn, role, text, tokens, at)
     SELECT 'old ' || ((n + 1) / 2), iif(n % 2 = 1, 'user', 'assistant'), 'Hello', 2, 0 FROM numbers`,
    messages,
  );
  query(
    `${numbers} INSERT INTO steps SELECT 'old ' || n, 0, '{}' FROM numbers`,
    turns,
  );
  query(
    `${numbers} INSERT INTO shown_pages SELECT 'https://example.org/' || n, 'old ' || n FROM numbers`,
    turns,
  );
  query(
    `${numbers} INSERT INTO parts SELECT 'old ' || n, 0, '{}', '{}' FROM numbers`,
    turns,
  );
  query("UPDATE history_window SET start = ?, summary = 'Hello'", messages - 9);
}

/** The rows of one turn's whole way through the memory, method by method. */
async function countRows(
  messages: number,
  wrap: (memory: Memory, database: SqliteDatabase) => Memory = (memory) =>
    memory,
): Promise<Rows> {
  const conversation = env.CONVERSATION.getByName(crypto.randomUUID());
  return runInDurableObject(conversation, async (_, { storage }) => {
    const { database, takeCount } = countingDatabase(storage);
    const kept = createSqliteMemory({ database, now: () => 1 });
    const memory = wrap(kept, database);
    await memory.openTurn(createMessage({ id: "first" }), { limit: 100 });
    await memory.commitTurn("first", createOutcome({ parts: [], history: [] }));
    // Where turns expire, their indexes are made once.
    await memory.recall();
    addTurns(database, messages);
    takeCount();

    const rows: Record<string, number> = {};
    const count = async <Result>(
      method: string,
      work: Promise<Result>,
    ): Promise<Result> => {
      const result = await work;
      rows[method] = takeCount();
      return result;
    };
    const message = createMessage({ id: "new" });
    await count("openTurn", memory.openTurn(message, { limit: 100 }));
    const turn = await count("nextTurn", memory.nextTurn());
    expect(turn?.id).toBe("new");
    await count("beginAttempt", memory.beginAttempt("new"));
    await count("waitingTurns", memory.waitingTurns());
    const { version } = await count("recall", memory.recall());
    const sources = [{ title: "Ada", url: "https://example.org/ada" }];
    const step = { ...createStep({ observation: "2" }), sources };
    await count("saveSteps", memory.saveSteps("new", 0, [step]));
    await count("wasShown", memory.wasShown("https://example.org/ada"));
    const outcome = createOutcome({ announcesCut: true });
    await count("commitTurn", memory.commitTurn("new", outcome));
    await count("pendingParts", memory.pendingParts("new"));
    await count("noteSent", memory.noteSent("new", 0, { id: "1" }));
    await count("closeTurn", memory.closeTurn("new", { status: "delivered" }));
    await count("addUsage", memory.addUsage("new", USAGE));
    await count("stopTurn", memory.stopTurn("new"));
    await count("unreportedFailures", memory.unreportedFailures());
    await count("reopenLastFailed", memory.reopenLastFailed("new"));
    const move = { version, to: messages + 1, summary: "They said hello." };
    const isMoved = await count("moveWindow", memory.moveWindow(move));
    expect(isMoved).toBe(true);
    expect((await memory.recall()).messages).toHaveLength(2);
    takeCount();
    const edit = createMessage({ id: "edit", text: "Hi!", isEdit: true });
    const opening = await count("edit", memory.openTurn(edit, { limit: 100 }));
    expect(opening.kind).toBe("opened");
    await count("edit's attempt", memory.beginAttempt("edit"));
    return rows;
  });
}

it("goes through as many rows for a turn after 100,000 messages as after 10", async () => {
  const few = await countRows(10);
  const many = await countRows(100_000);
  expect(many).toEqual(few);
  expect(Object.values(few).every((count) => count <= 20)).toBe(true);
});

it("goes through as many rows where turns expire", async () => {
  const expire = (memory: Memory, database: SqliteDatabase) =>
    createExpiringMemory({
      memory,
      database,
      retentionDays: 7,
      now: () => 1,
    });
  const few = await countRows(10, expire);
  const many = await countRows(100_000, expire);
  expect(many).toEqual(few);
  expect(Object.values(few).every((count) => count <= 25)).toBe(true);
});
