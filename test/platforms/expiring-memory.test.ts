import { expect, it } from "vitest";
import { createExpiringMemory } from "../../src/platforms/cloudflare/expiring-memory.ts";
import type { SqliteDatabase } from "../../src/platforms/cloudflare/sqlite-database.ts";
import { createSqliteMemory } from "../../src/platforms/cloudflare/sqlite-memory.ts";
import type { Memory } from "../../src/conversation/memory.ts";
import {
  describeRetentionContract,
  RETENTION_DAYS,
} from "../contracts/retention-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome, createStep } from "../fixtures/turns.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const SECRET = "The words of somebody";

/** One whose turns expire after seven days. */
function createConversation() {
  const database = createNodeSqliteDatabase();
  const clock = { at: Date.UTC(2026, 0, 1) };
  const now = () => clock.at;
  const openKeeping = () => createSqliteMemory({ database, now });
  const open = () =>
    createExpiringMemory({
      memory: openKeeping(),
      database,
      retentionDays: RETENTION_DAYS,
      now,
    });
  return { database, clock, open, openKeeping, tidy: () => open().expire() };
}

/** A turn that leaves something in each table. */
async function addTurn(memory: Memory, id: string): Promise<void> {
  const message = createMessage({ id, text: SECRET });
  await memory.openTurn(message, { limit: 500 });
  await memory.beginAttempt(id);
  const sources = [{ title: SECRET, url: `https://example.org/${id}` }];
  const step = { ...createStep({ observation: SECRET }), sources };
  await memory.saveSteps(id, 0, [step]);
  await memory.notePreview(id, 0, { id: SECRET });
  await memory.commitTurn(
    id,
    createOutcome({
      reply: SECRET,
      parts: [{ formatted: SECRET, plain: SECRET }],
      history: [
        { role: "user", text: SECRET, tokens: 4 },
        { role: "assistant", text: SECRET, tokens: 4 },
      ],
    }),
  );
  await memory.closeTurn(id, { status: "failed" });
  const { messages, version } = await memory.recall();
  const to = (messages.at(-1)?.sequence ?? 0) + 1;
  await memory.moveWindow({ version, to, summary: SECRET });
}

/** Everything that is stored, as text; tables of the schema's own left out. */
function dump({ query }: SqliteDatabase): string {
  const tables = query(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('settings', 'history_window')",
  );
  return tables
    .flatMap(({ name }) => query(`SELECT * FROM ${name}`))
    .concat(query("SELECT summary FROM history_window"))
    .map((row) => JSON.stringify(row))
    .join("\n");
}

function countTurns({ query }: SqliteDatabase, condition = "TRUE"): number {
  const [row] = query(`SELECT count(*) AS turns FROM turns WHERE ${condition}`);
  return Number(row?.["turns"]);
}

describeRetentionContract("SQLite memory over node:sqlite", (work) =>
  work(createConversation()),
);

it("has nothing left of a turn but its id, and a day later not even that", async () => {
  const { database, clock, open } = createConversation();
  await addTurn(open(), "a");
  expect(dump(database)).toContain(SECRET);
  clock.at += RETENTION_DAYS * DAY;
  await open().expire();
  expect(dump(database)).not.toMatch(/words|example\.org/);
  expect(countTurns(database)).toBe(1);
  for (const report of await open().unreportedFailures())
    await open().noteReported(report);
  clock.at += DAY;
  await open().expire();
  expect(dump(database)).toBe('{"summary":null}');
});

it("keeps the id of a failed turn until the list of failed turns has heard of it", async () => {
  const { database, clock, open } = createConversation();
  await addTurn(open(), "a");
  clock.at += 30 * DAY;
  expect(await open().expire()).toBe(clock.at + 5 * MINUTE);
  const reports = await open().unreportedFailures();
  expect(reports).toMatchObject([{ kind: "recovered", turn: { id: "a" } }]);
  for (const report of reports) await open().noteReported(report);
  expect(await open().expire()).toBeUndefined();
  expect(countTurns(database)).toBe(0);
});

it("says when something is to be erased again, half a day later at most", async () => {
  const { clock, open } = createConversation();
  const memory = open();
  expect(await memory.expire()).toBeUndefined();
  const start = clock.at;
  await memory.openTurn(createMessage({ id: "a" }), { limit: 9 });
  expect(await memory.expire()).toBeUndefined();
  await memory.commitTurn("a", createOutcome({ parts: [] }));
  const texts = start + (RETENTION_DAYS + 0.5) * DAY;
  expect(await memory.expire()).toBe(texts);
  clock.at = texts;
  expect(await memory.expire()).toBe(texts + DAY);
  clock.at = texts + DAY;
  expect(await memory.expire()).toBeUndefined();
});

it("erases what was stored while all was kept a hundred turns at a time, with pauses", async () => {
  const { database, clock, open, openKeeping } = createConversation();
  const keeping = openKeeping();
  for (let turn = 0; turn < 250; turn++) {
    const id = `turn ${turn}`;
    await keeping.openTurn(createMessage({ id }), { limit: 9 });
    await keeping.commitTurn(id, createOutcome({ parts: [] }));
  }
  clock.at += 30 * DAY;
  const memory = open();
  const left = () => countTurns(database, "message IS NOT NULL");
  await memory.recall();
  expect(left()).toBe(150);
  await memory.read();
  expect(await memory.expire()).toBe(clock.at + 5 * MINUTE);
  expect(left()).toBe(150);
  for (const expected of [50, 0]) {
    clock.at += 5 * MINUTE;
    await memory.expire();
    expect(left()).toBe(expected);
  }
});

it("creates nothing for a conversation that is only asked about", async () => {
  const { database, open } = createConversation();
  const memory = open();
  await memory.expire();
  await memory.recall();
  expect(await memory.read()).toBeUndefined();
  expect(database.query("SELECT name FROM sqlite_master")).toEqual([]);
});
