import { expect, it } from "vitest";
import { createSqliteAuditLog } from "../../src/stores/sqlite/sqlite-audit-log.ts";
import { describeAuditLogContract } from "../contracts/audit-log-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

describeAuditLogContract("an audit log in SQLite", (work, options) =>
  work(
    createSqliteAuditLog({ ...options, database: createNodeSqliteDatabase() }),
  ),
);

it("erases old entries with a new one", async () => {
  const database = createNodeSqliteDatabase();
  const log = createSqliteAuditLog({ database, now: () => 400 * 86_400_000 });
  for (const at of [0, 1])
    await log.add({ at, operator: "ann", action: "sign-in" });
  expect(database.query("SELECT id FROM actions")).toEqual([
    { id: expect.stringMatching(/^0{14}1-/) },
  ]);
});
