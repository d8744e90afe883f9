import { describe, expect, it } from "vitest";
import {
  createUndeliveredList,
  type UndeliveredListState,
} from "../../src/conversation/undelivered-list.ts";
import type { Store } from "../../src/types/store.ts";
import type { Undelivered } from "../../src/types/undelivered.ts";
import { describeUndeliveredListContract } from "../contracts/undelivered-list-contract.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

const createTurn = (id: string): Undelivered => ({
  conversation: "telegram:42",
  id,
  to: "caller",
  status: "failed",
  attempts: 7,
  failedAt: 2_000,
});

/** Dies instead of making its nth write. */
function dieAt(
  store: Store<UndeliveredListState>,
  nth: number,
): Store<UndeliveredListState> {
  let writes = 0;
  const live = () => {
    writes += 1;
    if (writes >= nth) throw new Error("The process is dead.");
  };
  return {
    ...store,
    commit: async (change) => (live(), store.commit(change)),
    erase: async (range) => (live(), store.erase(range)),
  };
}

describeUndeliveredListContract(
  "The list of what was not delivered, in memory",
  (work) => work(createUndeliveredList({ store: createMemoryStore() })),
);

describe("the failed turns", () => {
  it("are pushed out by as many newer ones, and can fail again", async () => {
    const store = createMemoryStore<UndeliveredListState>();
    const list = createUndeliveredList({
      store,
      maxUndelivered: 3,
      slack: 1,
    });
    const idsOf = async () =>
      (await list.list({ limit: 10 })).map(({ id }) => id);
    for (const id of ["1", "2", "3", "4"]) await list.add(createTurn(id));
    expect(await idsOf()).toEqual(["4", "3", "2", "1"]);
    await list.add(createTurn("5"));
    expect(await idsOf()).toEqual(["5", "4", "3"]);
    expect(store.dump().pieces).toHaveLength(6);
    await list.add(createTurn("1"));
    expect(await idsOf()).toEqual(["1", "5", "4", "3"]);
    await list.remove(createTurn("1"));
    expect(await idsOf()).toEqual(["5", "4", "3"]);
  });

  it("are all listed that several workers report at once", async () => {
    const list = createUndeliveredList({ store: createMemoryStore() });
    const ids = ["1", "2", "3"];
    await Promise.all(ids.map((id) => list.add(createTurn(id))));
    const listed = await list.list({ limit: 10 });
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids);
  });

  it("are not listed once they expire, and go with the next one", async () => {
    let now = 0;
    const store = createMemoryStore<UndeliveredListState>();
    const list = createUndeliveredList({ store, now: () => now });
    const expiring = (id: string, expiresAt: number) => ({
      ...createTurn(id),
      expiresAt,
    });
    await list.add(expiring("1", 10));
    await list.add(expiring("2", 20));
    now = 10;
    expect(await list.list({ limit: 10 })).toMatchObject([{ id: "2" }]);
    await list.add(expiring("3", 20));
    expect(store.dump().pieces).toHaveLength(4);
  });

  it.each([1, 2, 3])(
    "have a turn once that fails again and is added again after a death before write %d",
    async (nth) => {
      const store = createMemoryStore<UndeliveredListState>();
      await createUndeliveredList({ store }).add(createTurn("1"));
      const again = { ...createTurn("1"), failedAt: 3_000 };
      const dying = createUndeliveredList({
        store: dieAt(store, nth),
      });
      await expect(dying.add(again)).rejects.toThrow("dead");
      const list = createUndeliveredList({ store });
      await list.add(again);
      const [listed, ...others] = await list.list({ limit: 10 });
      expect(listed).toMatchObject(again);
      expect(others).toEqual([]);
      await list.remove(again);
      expect(store.dump().pieces).toEqual([]);
    },
  );

  it.each([1, 2])(
    "lose a turn for good that is removed again after a death before write %d",
    async (nth) => {
      const store = createMemoryStore<UndeliveredListState>();
      const list = createUndeliveredList({ store });
      await list.add(createTurn("1"));
      const dying = createUndeliveredList({
        store: dieAt(store, nth),
      });
      await expect(dying.remove(createTurn("1"))).rejects.toThrow("dead");
      await list.remove(createTurn("1"));
      expect(store.dump().pieces).toEqual([]);
      await list.add(createTurn("1"));
      expect(await list.list({ limit: 10 })).toHaveLength(1);
    },
  );

  it("leave others alone where a commit never came about", async () => {
    const store = createMemoryStore<UndeliveredListState>();
    const list = createUndeliveredList({ store });
    await list.add(createTurn("1"));
    const { pieces } = store.dump();
    const stale = pieces.find(({ key }) => key.startsWith("item/"));
    // A piece left by a commit for turn 2, whose number turn 1 got afterwards.
    const other = createMemoryStore<UndeliveredListState>();
    await createUndeliveredList({ store: other }).add(createTurn("2"));
    const left = other.dump().pieces.find(({ key }) => key.startsWith("item/"));
    expect(left?.value).toBe(stale?.value);
    await store.put(left === undefined ? [] : [left]);
    await list.remove(createTurn("2"));
    expect((await list.list({ limit: 9 })).map(({ id }) => id)).toEqual(["1"]);
  });
});
