import fc from "fast-check";
import { expect, it } from "vitest";
import { createMemory } from "../../src/conversation/memory.ts";
import { createSqliteMemory } from "../../src/platforms/cloudflare/sqlite-memory.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import {
  type Operation,
  operations,
  readEverything,
  withoutAttempts,
} from "../platforms/dynamodb/memory-operations.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";

const SEED = Number(process.env["SEED"] ?? 20_261_122);

/** A move to the first message counts as a cut there. */
const norm = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(withoutAttempts(value) ?? null, (key, part) =>
      ["isCutUnannounced", "target", "usage", "turns"].includes(key) &&
      !Array.isArray(part)
        ? undefined
        : part,
    ),
  );

it("does what the SQLite memory does", async () => {
  await fc.assert(
    fc.asyncProperty(operations(30), async (sequence: readonly Operation[]) => {
      const clock = { at: Date.UTC(2026, 0, 1) };
      const now = () => clock.at;
      const sqlite = createSqliteMemory({
        database: createNodeSqliteDatabase(),
        now,
      });
      const memory = createMemory({
        store: createMemoryStore<ConversationState>(),
        now,
      });
      const listed = [new Set<string>(), new Set<string>()] as const;
      const names: string[] = [];
      for (const operation of sequence) {
        clock.at += 1_000;
        const next = (await sqlite.nextTurn())?.id;
        names.push(
          `[${next}] ${operation.name.replaceAll(/"(message|outcome|steps)":.*/g, "…" + (/"id":"(.)"/.exec(operation.name)?.[1] ?? "") + (/isStopped|isEdit|command|"status":"\w+"|"parts":\[.{3}/.exec(operation.name)?.[0] ?? ""))}`,
        );
        const expected = await operation.run(sqlite, listed[0]);
        const result = await operation.run(memory, listed[1]);
        expect(norm(result), names.join(" | ")).toEqual(norm(expected));
      }
      expect(norm(await readEverything(memory)), names.join(" | ")).toEqual(
        norm(await readEverything(sqlite)),
      );
    }),
    { numRuns: Number(process.env["RUNS"] ?? 200), seed: SEED },
  );
}, 120_000);
