import { describe, expect, it } from "vitest";
import { createTitleIndex } from "../../src/stores/title-index.ts";
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

  it("hides those that have expired", () =>
    inIndex(async (index, clock) => {
      clock.at = trip.at + RETENTION_MS;
      expect(await index.search("trip", { limit: 9 })).toEqual([other]);
    }));
});
