import { describe, expect, it } from "vitest";
import { createTitles } from "../../src/stores/titles.ts";
import type { Titles } from "../../src/types/titles.ts";
import { createMemoryStores } from "../fakes/memory-store.ts";

const DAY = 86_400_000;
const RETENTION_MS = 30 * DAY;
const NOW = Date.UTC(2026, 10, 28);

const first = { number: 0, title: "First", at: NOW - 2 };
const second = { number: 47, title: "第二 #~'", at: NOW - 1 };

/** Opens the same titles each time. */
type OpenTitles = (options: {
  now: () => number;
  retentionMs: number;
}) => Titles;

const inStores = (work: (open: OpenTitles) => Promise<void>) => {
  const storeOf = createMemoryStores<never>();
  return work((options) => createTitles({ ...options, storeOf }));
};

/** Titles, and the clock that they expire by. */
const inTitles = (
  work: (titles: Titles, clock: { at: number }) => Promise<void>,
  retentionMs = RETENTION_MS,
) =>
  inStores((open) => {
    const clock = { at: NOW };
    return work(open({ now: () => clock.at, retentionMs }), clock);
  });

describe("titles", () => {
  it("lists each visitor's own, newest first", () =>
    inTitles(async (titles) => {
      expect(await titles.list("web:ada")).toEqual([]);
      await titles.put("web:ada", first);
      await titles.put("web:ada", second);
      expect(await titles.list("web:ada")).toEqual([second, first]);
      expect(await titles.list("web:bob")).toEqual([]);
    }));

  it("replaces a title, whenever it was given", () =>
    inTitles(async (titles) => {
      await titles.put("web:ada", second);
      await titles.put("web:ada", first);
      const renamed = { ...first, title: "Renamed", at: NOW };
      await titles.put("web:ada", renamed);
      expect(await titles.list("web:ada")).toEqual([renamed, second]);
    }));

  it("removes one, whether it is listed or not", () =>
    inTitles(async (titles) => {
      await titles.remove("web:ada", 0);
      await titles.put("web:ada", first);
      await titles.put("web:ada", second);
      await titles.put("web:bob", first);
      for (let time = 0; time < 2; time++) await titles.remove("web:ada", 0);
      expect(await titles.list("web:ada")).toEqual([second]);
      expect(await titles.list("web:bob")).toEqual([first]);
    }));

  it("hides those that have expired", () =>
    inTitles(async (titles, clock) => {
      await titles.put("web:ada", { ...first, at: NOW });
      await titles.put("web:ada", { ...second, at: NOW + DAY });
      clock.at = NOW + RETENTION_MS - 1;
      expect(await titles.list("web:ada")).toHaveLength(2);
      clock.at += 1;
      expect(await titles.list("web:ada")).toMatchObject([{ number: 47 }]);
    }));

  it("keeps all where nothing expires", () =>
    inTitles(async (titles, clock) => {
      await titles.put("web:ada", first);
      clock.at += 1_000 * DAY;
      expect(await titles.list("web:ada")).toEqual([first]);
    }, 0));

  it("hides what was kept, once titles expire", () =>
    inStores(async (open) => {
      const clock = { at: NOW };
      const now = () => clock.at;
      await open({ now, retentionMs: 0 }).put("web:ada", first);
      clock.at += RETENTION_MS;
      const expiring = open({ now, retentionMs: RETENTION_MS });
      expect(await expiring.list("web:ada")).toEqual([]);
    }));
});
