import { createTitleIndex } from "../../src/stores/title-index.ts";
import { describeTitleIndexContract } from "../contracts/title-index-contract.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

describeTitleIndexContract("The index in a store", (work) => {
  const store = createMemoryStore<never>();
  return work((options) => createTitleIndex({ ...options, store }));
});
