import { expect, it } from "vitest";
import { createTitles, expireTitles } from "../../src/stores/titles.ts";
import { describeTitlesContract } from "../contracts/titles-contract.ts";
import {
  createMemoryStore,
  createMemoryStores,
} from "../fakes/memory-store.ts";

describeTitlesContract("titles in stores", (work) => {
  const storeOf = createMemoryStores<never>();
  return work((options) => createTitles({ ...options, storeOf }));
});

it("erases expired titles and says when the next one expires", async () => {
  const store = createMemoryStore<never>();
  const options = { retentionMs: 10, now: () => 20 };
  expect(await expireTitles(store, options)).toBeUndefined();
  const titles = createTitles({ ...options, storeOf: () => store });
  for (const at of [10, 12, 11])
    await titles.put("web:ada", { number: at, title: `At ${at}`, at });
  expect(await expireTitles(store, options)).toBe(21);
  expect(store.dump().pieces).toMatchObject([
    { value: { at: 11 } },
    { value: { at: 12 } },
  ]);
  const kept = { ...options, retentionMs: 0 };
  expect(await expireTitles(store, kept)).toBeUndefined();
});
