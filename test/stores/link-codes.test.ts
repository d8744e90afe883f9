import { createLinkCodes } from "../../src/stores/link-codes.ts";
import { describeLinkCodesContract } from "../contracts/link-codes-contract.ts";
import { createMemoryStores } from "../fakes/memory-store.ts";

describeLinkCodesContract("codes in stores", (work) =>
  work((options) =>
    createLinkCodes({ ...options, storeOf: createMemoryStores() }),
  ),
);
