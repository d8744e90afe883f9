import { describeStoreContract } from "../contracts/store-contract.ts";
import { createMemoryStore } from "./memory-store.ts";

describeStoreContract("The store in memory", (work) => {
  const store = createMemoryStore<{ count: number; text?: string }>();
  return work(() => store);
});
