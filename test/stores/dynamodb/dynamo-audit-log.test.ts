import { createDynamoAuditLog } from "../../../src/stores/dynamodb/dynamo-audit-log.ts";
import { describeAuditLogContract } from "../../contracts/audit-log-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("an audit log in DynamoDB", () => {
  describeAuditLogContract("a DynamoDB log", async (work, options) => {
    const { table } = await createLocalTable({ now: () => 0 });
    await work(createDynamoAuditLog({ ...options, table }));
  });
});
