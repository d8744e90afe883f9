import { createTitles } from "../../src/stores/titles.ts";
import { describeTitlesContract } from "../contracts/titles-contract.ts";
import { createMemoryStores } from "../fakes/memory-store.ts";

describeTitlesContract("titles in stores", (work) => {
  const storeOf = createMemoryStores<never>();
  return work((options) => createTitles({ ...options, storeOf }));
});
