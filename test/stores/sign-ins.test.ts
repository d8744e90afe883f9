import { expect, it } from "vitest";
import {
  createSignInStore,
  type SignInRows,
} from "../../src/stores/sign-ins.ts";
import { describeSignInStoreContract } from "../contracts/sign-in-store-contract.ts";
import {
  createMemoryStore,
  createMemoryStores,
} from "../fakes/memory-store.ts";

describeSignInStoreContract("Sign-ins in stores", (work) => {
  const storeOf = createMemoryStores<SignInRows>();
  return work((options) => createSignInStore({ ...options, storeOf }));
});

it("an owner's rows are kept until the last one expires, and a minute without any", async () => {
  const store = createMemoryStore<SignInRows>();
  const expiries: unknown[] = [];
  const signIns = createSignInStore({
    storeOf: () => ({
      ...store,
      commit: (change) => {
        expiries.push(change.expiresAt);
        return store.commit(change);
      },
    }),
    now: () => 0,
  });
  const put = (name: string, expiresAt?: number) =>
    signIns.swap({ owner: "ada", name }, undefined, {
      version: "1",
      text: "",
      expiresAt,
    });
  await put("long", 900_000);
  await put("short", 600_000);
  await put("for ever");
  await signIns.forget("ada");
  expect(expiries).toEqual([900_000, 900_000, undefined, 60_000]);
});
