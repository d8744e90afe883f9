import { expect, it } from "vitest";
import type { SqliteDatabase } from "../../src/platforms/cloudflare/sqlite-database.ts";
import { createSqliteMemory } from "../../src/platforms/cloudflare/sqlite-memory.ts";
import { describeMemoryContract } from "../contracts/memory-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";

describeMemoryContract("SQLite memory over node:sqlite", async (work) => {
  await work(createSqliteMemory({ database: createNodeSqliteDatabase() }));
});

it("has a turn's progress on the disk before it goes on", async () => {
  const database = createNodeSqliteDatabase();
  let isStored = true;
  const memory = createSqliteMemory({
    database: {
      ...database,
      transaction: (work) => {
        isStored = false;
        return database.transaction(work);
      },
      sync: async () => {
        isStored = true;
      },
    },
  });
  await memory.openTurn(createMessage({ id: "a" }), { limit: 1 });
  const outcome = createOutcome({ parts: [{ formatted: "Hi", plain: "Hi" }] });
  for (const work of [
    () => memory.beginAttempt("a"),
    () => memory.saveSteps("a", 0, [createStep()]),
    () => memory.commitTurn("a", outcome),
    () => memory.noteSent("a", 0, { id: "1" }),
    () => memory.moveWindow({ version: 0, to: 1, summary: "Hello" }),
  ]) {
    isStored = false;
    await work();
    expect(isStored).toBe(true);
  }
});

it("keeps no file that was sent", async () => {
  const database = createNodeSqliteDatabase();
  const memory = createSqliteMemory({ database });
  const part = { formatted: "A", plain: "A" };
  const file = { name: "a.json", content: "secret words" };
  await memory.openTurn(createMessage({ id: "a" }), { limit: 1 });
  await memory.commitTurn("a", createOutcome({ parts: [{ ...part, file }] }));
  expect(await memory.pendingParts("a")).toEqual([
    { kind: "send", index: 0, part: { ...part, file } },
  ]);
  await memory.noteSent("a", 0, { id: "1" });
  const [row] = database.query("SELECT part FROM parts");
  expect(JSON.parse(String(row?.["part"]))).toEqual(part);
});

/** The schema's first version, with two answered turns. */
function createFirstVersion(): SqliteDatabase {
  const database = createNodeSqliteDatabase();
  for (const statement of [
    `CREATE TABLE turns (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, status TEXT NOT NULL,
      is_closed INTEGER NOT NULL DEFAULT 0, message TEXT, reply TEXT, usage TEXT,
      attempts INTEGER NOT NULL DEFAULT 0, accepted_at INTEGER NOT NULL
    )`,
    "CREATE INDEX open_turns ON turns (sequence) WHERE is_closed = 0",
    `CREATE TABLE steps (
      turn TEXT NOT NULL, position INTEGER NOT NULL, step TEXT NOT NULL, PRIMARY KEY (turn, position)
    ) WITHOUT ROWID`,
    `CREATE TABLE parts (
      turn TEXT NOT NULL, position INTEGER NOT NULL, part TEXT NOT NULL, receipt TEXT,
      PRIMARY KEY (turn, position)
    ) WITHOUT ROWID`,
    `CREATE TABLE messages (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, turn TEXT NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL,
      tokens INTEGER NOT NULL, at INTEGER NOT NULL
    )`,
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "INSERT INTO settings VALUES ('schema_version', 1)",
    "INSERT INTO messages VALUES (1, 'a', 'user', 'Hello', 2, 0), (2, 'a', 'assistant', 'Hi!', 1, 0)",
    "INSERT INTO messages VALUES (3, 'b', 'user', 'Still there?', 3, 0), (4, 'b', 'assistant', 'Yes.', 1, 0)",
  ])
    database.query(statement);
  return database;
}

it("brings a database of the first version up to date, and keeps its window", async () => {
  const database = createFirstVersion();
  database.query("INSERT INTO settings VALUES ('window_start', 3)");
  const recollection = await createSqliteMemory({ database }).recall();
  expect(recollection.messages.map(({ turn }) => turn)).toEqual(["b", "b"]);
  expect(recollection.summary).toBeUndefined();
  // That version told nobody.
  expect(recollection.isCutUnannounced).toBe(true);
});

it("finds a window that was never cut whole in a database of the first version", async () => {
  const database = createFirstVersion();
  const memory = createSqliteMemory({ database });
  expect((await memory.recall()).messages).toHaveLength(4);
  expect((await memory.recall()).isCutUnannounced).toBe(false);
  await memory.openTurn(createMessage({ id: "c" }), { limit: 1 });
  await memory.commitTurn("c", createOutcome());
  expect((await memory.recall()).messages).toHaveLength(6);
});

it("knows which messages a database of the first version has, so that edits of them stay edits", async () => {
  const database = createFirstVersion();
  const replyTo = { chat: 42, message: 7 };
  const message = createMessage({ id: "a", replyTo });
  database.query(
    "INSERT INTO turns VALUES (1, 'a', 'delivered', 1, ?, 'Hi!', '{}', 1, 0)",
    JSON.stringify(message),
  );
  const memory = createSqliteMemory({ database });
  await memory.openTurn(createMessage({ id: "b" }), { limit: 1 });
  const edit = createMessage({ id: "c", text: "Hi", replyTo, isEdit: true });
  expect(await memory.openTurn(edit, { limit: 2 })).toEqual({
    kind: "outdated",
  });
});

it("finds the pages that were shown in a database of the first version", async () => {
  const database = createFirstVersion();
  const addTurn = (sequence: number, id: string, urls: readonly string[]) => {
    const step = { sources: urls.map((url) => ({ title: "A page", url })) };
    database.query(
      "INSERT INTO turns VALUES (?, ?, 'delivered', 1, '{}', 'Hi!', '{}', 1, 0)",
      sequence,
      id,
    );
    database.query(
      "INSERT INTO steps VALUES (?, 0, ?)",
      id,
      JSON.stringify(step),
    );
  };
  addTurn(1, "b", ["https://example.org/ada#life", "https://example.org/x"]);
  addTurn(2, "a", ["https://example.org/ada"]);
  database.query("INSERT INTO steps VALUES ('a', 1, '{}')");
  const memory = createSqliteMemory({ database });
  expect(await memory.wasShown("https://example.org/ada")).toBe(true);
  expect(await memory.wasShown("https://example.org/y")).toBe(false);
  await memory.forget({ before: "a" });
  expect(await memory.wasShown("https://example.org/ada")).toBe(true);
  expect(await memory.wasShown("https://example.org/x")).toBe(false);
});

it("knows which failed turns of the first version have an answer", async () => {
  const database = createFirstVersion();
  const addTurn = (sequence: number, id: string, status: string) =>
    database.query(
      "INSERT INTO turns VALUES (?, ?, ?, 1, ?, 'Yes.', '{}', 5, 0)",
      sequence,
      id,
      status,
      JSON.stringify(createMessage({ id })),
    );
  addTurn(1, "a", "delivered");
  addTurn(2, "b", "failed");
  addTurn(3, "c", "failed");
  const part = { formatted: "Yes.", plain: "Yes." };
  database.query(
    "INSERT INTO parts VALUES ('b', 0, ?, NULL)",
    JSON.stringify(part),
  );
  const memory = createSqliteMemory({ database });
  expect(await memory.unreportedFailures()).toMatchObject([
    { turn: { id: "b", failure: "undelivered", attempts: 5 } },
    { turn: { id: "c", failure: "error", attempts: 5 } },
  ]);
  expect(await memory.reopenTurn("b")).toMatchObject({ status: "answered" });
  expect(await memory.pendingParts("b")).toMatchObject([{ kind: "send" }]);
  expect(await memory.reopenTurn("c")).toMatchObject({ status: "thinking" });
});

it("brings a database up to date once only", async () => {
  const database = createFirstVersion();
  database.query("INSERT INTO settings VALUES ('window_start', 3)");
  const { version } = await createSqliteMemory({ database }).recall();
  const memory = createSqliteMemory({ database });
  await memory.moveWindow({ version, to: 4, summary: "Hello" });
  const again = await createSqliteMemory({ database }).recall();
  expect(again).toMatchObject({ summary: "Hello", version: version + 1 });
});
