import { expect, it } from "vitest";
import { answerTurn } from "../contracts/play-turns.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createSqliteMemory } from "../fakes/sqlite-memory.ts";

it("erases why a user did not like an answer with the conversation", async () => {
  const database = createNodeSqliteDatabase();
  const memory = createSqliteMemory({ database });
  await answerTurn(memory, "1");
  await memory.rateTurn("1", { thumb: "down", reason: "Wrong year." });
  const stored = () =>
    database
      .query("SELECT name FROM sqlite_master WHERE type = 'table'")
      .flatMap(({ name }) => database.query(`SELECT * FROM ${String(name)}`))
      .map((row) => JSON.stringify(row))
      .join("\n");
  expect(stored()).toContain("Wrong year.");
  await memory.forget();
  expect(stored()).not.toContain("Wrong year.");
});
