import { beforeAll, expect, it } from "vitest";
import { createDynamoTable } from "../../../src/platforms/dynamodb/table.ts";
import {
  describeRetentionContract,
  RETENTION_DAYS,
} from "../../contracts/retention-contract.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import { hireWorkers, open } from "./hire-workers.ts";
import {
  connect,
  createLocalTable,
  describeWithDynamoDb,
} from "./local-table.ts";

const DAY = 86_400_000;

describeWithDynamoDb("With DynamoDB Local", () => {
  let tableName: string;
  beforeAll(async () => {
    ({ tableName } = await createLocalTable());
  });

  describeRetentionContract("DynamoDB memory", async (work) => {
    const { hire, clock } = hireWorkers(tableName);
    await work({
      open: () => hire({ retentionDays: RETENTION_DAYS }),
      clock,
      // The table removes items by itself, sooner or later: nothing may depend on that.
      tidy: async () => {},
    });
  });

  it("leaves nothing in the table that DynamoDB does not remove two days later, the root last", async () => {
    const { hire, clock, conversation } = hireWorkers(tableName);
    const memory = hire({ retentionDays: 7 });
    await open(memory, "a");
    await memory.beginAttempt("a");
    const sources = [{ title: "Ada", url: "https://example.org/ada" }];
    await memory.saveSteps("a", 0, [{ ...createStep(), sources }]);
    await memory.notePreview("a", 0, { id: "1" });
    await memory.commitTurn("a", createOutcome());
    await memory.closeTurn("a", { status: "failed" });
    const { version } = await memory.recall();
    await memory.moveWindow({ version, to: 3, summary: "They said hello." });

    const table = createDynamoTable({
      client: connect(),
      tableName,
      now: () => clock.at,
    });
    const items = await table.query({
      pk: `conversation#${conversation}`,
      from: " ",
      to: "~",
    });
    const kinds = new Set(items.map(({ sk }) => sk.split("#")[0]));
    expect(kinds).toEqual(
      new Set([
        "end",
        "failed",
        "history",
        "page",
        "part",
        "report",
        "root",
        "step",
        "summary",
        "turn",
      ]),
    );
    for (const { sk, expires } of items) {
      const days = sk === "root" ? 10 : 9;
      expect(expires).toBe((clock.at + days * DAY) / 1000);
    }
  });

  it("does not wait for a turn whose message the table has lost", async () => {
    const { hire, clock } = hireWorkers(tableName);
    const memory = hire({ retentionDays: 1 });
    await open(memory, "old");
    clock.at += 2.9 * DAY;
    await open(memory, "new");
    clock.at += 0.2 * DAY;
    expect((await hire({ retentionDays: 1 }).nextTurn())?.id).toBe("new");
  });
});
