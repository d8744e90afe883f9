import { expect, it } from "vitest";
import { createAuditLog } from "../../src/stores/audit-log.ts";
import { describeAuditLogContract } from "../contracts/audit-log-contract.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

describeAuditLogContract("an audit log in a store", (work, options) =>
  work(createAuditLog({ ...options, store: createMemoryStore() })),
);

it("erases old entries with a new one", async () => {
  const store = createMemoryStore<never>();
  const log = createAuditLog({ store, now: () => 400 * 86_400_000 });
  for (const at of [0, 1])
    await log.add({ at, operator: "ann", action: "sign-in" });
  expect(store.dump().pieces).toMatchObject([{ value: { at: 1 } }]);
});
