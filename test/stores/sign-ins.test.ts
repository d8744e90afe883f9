import { describe, expect, it } from "vitest";
import {
  createSignInStore,
  type SignInRows,
} from "../../src/stores/sign-ins.ts";
import type { SignInStore } from "../../src/types/sign-in-store.ts";
import {
  createMemoryStore,
  createMemoryStores,
} from "../fakes/memory-store.ts";

const NOW = Date.UTC(2026, 10, 29);
const SHOP = { owner: "person:ada", name: "shop" };

const row = (version: string, expiresAt?: number) => ({
  version,
  text: `text of ${version}`,
  ...(expiresAt !== undefined && { expiresAt }),
});

const inStore = (
  work: (store: SignInStore, clock: { at: number }) => Promise<void>,
) => {
  const clock = { at: NOW };
  const storeOf = createMemoryStores<SignInRows>();
  return work(createSignInStore({ storeOf, now: () => clock.at }), clock);
};

describe("sign-ins", () => {
  it("replaces a row only if it is still the one that was read", () =>
    inStore(async (store) => {
      expect(await store.find(SHOP)).toBeUndefined();
      expect(await store.swap(SHOP, "1", row("2"))).toBe(false);
      expect(await store.swap(SHOP, undefined, row("1"))).toBe(true);
      expect(await store.swap(SHOP, undefined, row("2"))).toBe(false);
      expect(await store.swap(SHOP, "1", row("2"))).toBe(true);
      expect(await store.swap(SHOP, "1", row("3"))).toBe(false);
      expect(await store.find(SHOP)).toEqual(row("2"));
    }));

  it("lets one of many replace a row", () =>
    inStore(async (store) => {
      await store.swap(SHOP, undefined, row("1"));
      const swaps = ["a", "b", "c", "d"].map((version) =>
        store.swap(SHOP, "1", row(version)),
      );
      const won = (await Promise.all(swaps)).filter(Boolean);
      expect(won).toHaveLength(1);
    }));

  it("gives a row that is taken to one alone", () =>
    inStore(async (store) => {
      await store.swap(SHOP, undefined, row("1"));
      const taken = await Promise.all([store.take(SHOP), store.take(SHOP)]);
      expect(taken.filter((one) => one !== undefined)).toEqual([row("1")]);
      expect(await store.find(SHOP)).toBeUndefined();
    }));

  it("lists and forgets an owner's rows, and nobody else's", () =>
    inStore(async (store) => {
      const mail = { ...SHOP, name: "mail #~" };
      const other = { ...SHOP, owner: "person:ada2" };
      for (const key of [SHOP, mail, other])
        await store.swap(key, undefined, row("1"));
      expect(await store.list(SHOP.owner)).toEqual(["mail #~", "shop"]);
      await store.forget(SHOP.owner);
      expect(await store.list(SHOP.owner)).toEqual([]);
      expect(await store.find(mail)).toBeUndefined();
      expect(await store.find(other)).toEqual(row("1"));
    }));

  it("has no row that has expired", () =>
    inStore(async (store, clock) => {
      await store.swap(SHOP, undefined, row("1", NOW + 1_500));
      expect(await store.find(SHOP)).toEqual(row("1", NOW + 1_500));
      clock.at = NOW + 1_500;
      expect(await store.find(SHOP)).toBeUndefined();
      expect(await store.take(SHOP)).toBeUndefined();
      expect(await store.list(SHOP.owner)).toEqual([]);
      expect(await store.swap(SHOP, undefined, row("3"))).toBe(true);
    }));
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
