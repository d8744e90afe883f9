import { describe, expect, it, vi } from "vitest";
import { createTitleIndex } from "../../src/stores/title-index.ts";
import type { Store } from "../../src/types/store.ts";
import type { TitleIndex } from "../../src/types/titles.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

const DAY = 86_400_000;
const RETENTION_MS = 30 * DAY;
const NOW = Date.UTC(2026, 10, 28);

const trip = { conversation: "web:a", title: "Trip to Köln", at: NOW - 3 };
const other = { conversation: "web:b", title: "Ｔｒｉｐ 去北京", at: NOW - 2 };
const sums = { conversation: "web:c", title: "Sums", at: NOW - 1 };

/** An index of these titles, and the clock that they expire by. */
async function inIndex(
  work: (index: TitleIndex, clock: { at: number }) => Promise<void>,
): Promise<void> {
  const clock = { at: NOW };
  const index = createTitleIndex({
    store: createMemoryStore<never>(),
    retentionMs: RETENTION_MS,
    now: () => clock.at,
  });
  expect(await index.search("trip", { limit: 9 })).toEqual([]);
  for (const titled of [trip, other, sums]) await index.put(titled);
  await work(index, clock);
}

/** Fails after some writes. */
function dyingAfter(writes: number, store: Store<never>): Store<never> {
  let left = writes;
  const write = () => {
    left -= 1;
    if (left < 0) throw new Error("The process died.");
  };
  return {
    ...store,
    async put(pieces) {
      write();
      await store.put(pieces);
    },
    async erase(range) {
      write();
      return store.erase(range);
    },
  };
}

describe("the index of titles", () => {
  it("finds titles by a part of them, whatever the case, newest first", () =>
    inIndex(async (index) => {
      const find = (text: string, limit = 9) => index.search(text, { limit });
      expect(await find("TRIP")).toEqual([other, trip]);
      expect(await find("trip", 1)).toEqual([other]);
      expect(await find("北京")).toEqual([other]);
      expect(await find("%")).toEqual([]);
    }));

  it("replaces a title, whenever it was given, and removes one", () =>
    inIndex(async (index) => {
      const renamed = { ...trip, title: "Sums again", at: NOW };
      for (let time = 0; time < 2; time++) await index.put(renamed);
      expect(await index.search("trip", { limit: 9 })).toEqual([other]);
      expect(await index.search("sums", { limit: 9 })).toEqual([renamed, sums]);
      for (let time = 0; time < 2; time++) await index.remove("web:a");
      expect(await index.search("sums", { limit: 9 })).toEqual([sums]);
    }));

  it("leaves no title behind, wherever a process dies while it is replaced", async () => {
    for (let written = 0; written < 5; written++) {
      const store = createMemoryStore<never>();
      await createTitleIndex({ store, retentionMs: 0 }).put(trip);
      const dying = createTitleIndex({
        store: dyingAfter(written, store),
        retentionMs: 0,
      });
      await dying.put({ ...trip, at: NOW }).catch(() => {});
      await createTitleIndex({ store, retentionMs: 0 }).remove("web:a");
      expect(store.dump().pieces).toEqual([]);
    }
  });

  it("leaves no title behind if two processes replace it", async () => {
    const store = createMemoryStore<never>();
    const index = createTitleIndex({ store, retentionMs: 0 });
    const meanwhile = createTitleIndex({
      store: {
        ...store,
        async list(query) {
          const found = await store.list(query);
          await index.put({ ...trip, at: NOW });
          return found;
        },
      },
      retentionMs: 0,
    });
    await meanwhile.put(trip);
    await index.remove("web:a");
    expect(store.dump().pieces).toEqual([]);
  });

  it("leaves no title behind if its conversation is forgotten meanwhile", async () => {
    const store = createMemoryStore<never>();
    const index = createTitleIndex({ store, retentionMs: 0 });
    const meanwhile = createTitleIndex({
      store: {
        ...store,
        async put(pieces) {
          await store.put(pieces);
          await index.remove("web:a");
        },
      },
      retentionMs: 0,
    });
    await meanwhile.put(trip);
    expect(store.dump().pieces).toEqual([]);
  });

  it("is searched in portions, until enough is found", async () => {
    const store = createMemoryStore<never>();
    const index = createTitleIndex({ store, retentionMs: 0 });
    for (let at = 0; at < 2_100; at++)
      await index.put({ conversation: `web:${at}`, title: `Kite ${at}`, at });
    const list = vi.spyOn(store, "list");
    const find = async (text: string, limit: number) =>
      (await index.search(text, { limit })).map(({ at }) => at);
    expect(await find("kite", 2)).toEqual([2_099, 2_098]);
    expect(list.mock.calls).toEqual([
      [expect.objectContaining({ limit: 2_000 })],
    ]);
    expect(await find("kite 9", 200)).toEqual(
      expect.arrayContaining([999, 99, 9]),
    );
    const all = await find("kite", 9_999);
    expect(all).toEqual(Array.from({ length: 2_100 }, (_, at) => 2_099 - at));
  });

  it("hides those that have expired", () =>
    inIndex(async (index, clock) => {
      clock.at = trip.at + RETENTION_MS;
      expect(await index.search("trip", { limit: 9 })).toEqual([other]);
    }));
});
