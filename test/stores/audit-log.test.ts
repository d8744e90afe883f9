import { createAuditLog } from "../../src/stores/audit-log.ts";
import { describeAuditLogContract } from "../contracts/audit-log-contract.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

describeAuditLogContract("an audit log in a store", (work, options) =>
  work(createAuditLog({ ...options, store: createMemoryStore() })),
);
