import { createMemory } from "../../src/conversation/memory.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { describeMemoryContract } from "../contracts/memory-contract.ts";
import {
  describeRetentionContract,
  RETENTION_DAYS,
} from "../contracts/retention-contract.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

describeMemoryContract("The core", async (work) => {
  await work(createMemory({ store: createMemoryStore() }));
});

describeRetentionContract("The core", async (work) => {
  const store = createMemoryStore<ConversationState>();
  const clock = { at: Date.UTC(2026, 0, 1) };
  const open = () =>
    createMemory({
      store,
      retentionDays: RETENTION_DAYS,
      now: () => clock.at,
    });
  await work({ open, clock, tidy: () => open().expire() });
});
