import { expect, it } from "vitest";
import { createSignInStore } from "../../../../src/stores/sign-ins.ts";
import { createSealedRows } from "../../../../src/tools/mcp/sign-in/sealed-rows.ts";
import { createMemoryStores } from "../../../fakes/memory-store.ts";

it.each([
  ["person", { owner: "bob", name: "shop" }],
  ["server", { owner: "ann", name: "mail" }],
])("a row cannot be read as that of another %s", async (_, other) => {
  const store = createSignInStore({ storeOf: createMemoryStores() });
  const rows = createSealedRows<string>({ store, secret: "of these tests" });
  const key = { owner: "ann", name: "shop" };
  await rows.put(key, "token");
  const row = await store.find(key);
  if (row !== undefined) await store.swap(other, undefined, row);
  expect(await store.find(other)).toMatchObject({ text: row?.text });
  expect(await rows.find(other)).toBeUndefined();
  expect(await rows.find(key)).toMatchObject({ content: "token" });
});
