import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createSqliteMemory } from "../../../src/platforms/cloudflare/sqlite-memory.ts";
import { createDynamoMemory } from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import type { DynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { inPartition } from "./in-partition.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";
import {
  type Operation,
  operations,
  readEverything,
  withoutAttempts,
} from "./memory-operations.ts";
import { withStaleReads } from "./with-stale-reads.ts";

const SEQUENCES = 20;
/** The same ones each time, so that nobody's change is held up by chance; any others with `SEED=… npx vitest run …`. */
const SEED = Number(process.env["SEED"] ?? 20_261_122);
const OPERATIONS = 30;

/** Who does what: one process all of it, each operation a new one, or a worker its part and others the rest. */
const CASTS = ["one process", "a new process each time", "several"] as const;

function hire(
  table: DynamoTable,
  cast: (typeof CASTS)[number],
  now: () => number,
) {
  const create = () =>
    createDynamoMemory({
      table,
      conversation: "web:test",
      leaseMs: cast === "several" ? 60_000 : 0,
      now,
    });
  const worker = create();
  return ({ by }: Pick<Operation, "by">) =>
    cast === "one process" || (cast === "several" && by === "worker")
      ? worker
      : create();
}

describeWithDynamoDb("DynamoDB memory", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    ({ table } = await createLocalTable());
  });

  for (const cast of CASTS)
    it(`does what the SQLite memory does, whatever is asked of it by ${cast}`, async () => {
      const property = async (sequence: readonly Operation[]) => {
        const clock = { at: Date.UTC(2026, 0, 1) };
        const now = () => clock.at;
        const sqlite = createSqliteMemory({
          database: createNodeSqliteDatabase(),
          now,
        });
        const whole = inPartition(table, crypto.randomUUID());
        const memoryFor = hire(withStaleReads(whole), cast, now);
        const listed = [new Set<string>(), new Set<string>()] as const;
        for (const operation of sequence) {
          clock.at += 1_000;
          const expected = await operation.run(sqlite, listed[0]);
          const memory = memoryFor(operation);
          const result = await operation.run(memory, listed[1]);
          expect(withoutAttempts(result)).toEqual(withoutAttempts(expected));
        }
        const reader = hire(whole, cast, now)({ by: "outside" });
        expect(await readEverything(reader)).toEqual(
          await readEverything(sqlite),
        );
      };
      await fc.assert(fc.asyncProperty(operations(OPERATIONS), property), {
        numRuns: SEQUENCES,
        seed: SEED,
      });
    }, 60_000);
});
