import { describe, expect, it } from "vitest";
import { keysUnder, type Store } from "../../src/types/store.ts";

interface State {
  readonly count: number;
  readonly text?: string;
}

/**
 * Tests of every `Store`. A new one (Postgres, Redis, Cosmos, …) passes by
 * implementing the five methods.
 * @param run passes `open`, which opens the same new document each time, as if
 *   from different processes
 */
export function describeStoreContract(
  name: string,
  run: (work: (open: () => Store<State>) => Promise<void>) => Promise<void>,
): void {
  const put = (...keys: string[]) => keys.map((key) => ({ key, value: key }));
  const all = keysUnder("");
  const keysOf = async (
    store: Store<State>,
    query: Partial<Parameters<typeof store.list>[0]> = {},
  ) => (await store.list({ ...all, ...query })).map(({ key }) => key);

  describe(`${name} implements Store`, () => {
    it("returns nothing for a document that was never written", () =>
      run(async (open) => {
        expect(await open().read()).toEqual({ version: 0, state: undefined });
        expect(await open().list(all)).toEqual([]);
        expect(await open().erase(all)).toBe(0);
        expect(await open().read()).toEqual({ version: 0, state: undefined });
      }));

    it("commits the state together with its pieces", () =>
      run(async (open) => {
        const commit = await open().commit({
          expected: 0,
          state: { count: 1 },
          put: put("a/1", "a/2"),
        });
        const snapshot = { version: 1, state: { count: 1 } };
        expect(commit).toEqual({ kind: "committed", snapshot });
        const other = open();
        expect(await other.read()).toEqual(snapshot);
        expect(await keysOf(other)).toEqual(["a/1", "a/2"]);
      }));

    it("rejects a commit of an outdated version and returns the current snapshot", () =>
      run(async (open) => {
        const store = open();
        await store.commit({ expected: 0, state: { count: 1 } });
        await store.commit({ expected: 1, state: { count: 2 } });
        const late = { expected: 1, state: { count: 9 }, put: put("late") };
        expect(await store.commit(late)).toEqual({
          kind: "conflict",
          snapshot: { version: 2, state: { count: 2 } },
        });
        expect(await store.read()).toMatchObject({ state: { count: 2 } });
        expect(await keysOf(store)).toEqual([]);
      }));

    it("keeps the piece that a commit with a conflict would have replaced", () =>
      run(async (open) => {
        const store = open();
        const first = { key: "x", value: "first" };
        await store.commit({ expected: 0, state: { count: 1 }, put: [first] });
        await store.commit({ expected: 1, state: { count: 2 } });
        const late = await open().commit({
          expected: 1,
          state: { count: 9 },
          put: [{ ...first, value: "late" }],
        });
        expect(late.kind).toBe("conflict");
        expect(await store.list(all)).toEqual([first]);
      }));

    it("lets at most one of several concurrent commits through, with all of its pieces", () =>
      run(async (open) => {
        await open().commit({ expected: 0, state: { count: 0 } });
        const commits = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            open().commit({
              expected: 1,
              state: { count: index },
              put: ["both/1", "both/2", "both/3"].map((key) => ({
                key,
                value: index,
              })),
            }),
          ),
        );
        const through = commits.filter(({ kind }) => kind === "committed");
        const store = open();
        const { version, state } = await store.read();
        if (through.length === 0) return expect(version).toBe(2);
        expect(through).toHaveLength(1);
        expect(through[0]?.snapshot).toEqual({ version, state });
        const pieces = await store.list(all);
        expect(pieces.map(({ value }) => value)).toEqual(
          Array.from({ length: 3 }, () => state?.count),
        );
        return undefined;
      }));

    it("loses no update if concurrent writers retry after conflicts", () =>
      run(async (open) => {
        const increase = async (): Promise<void> => {
          const store = open();
          for (;;) {
            const { version, state } = await store.read();
            const count = (state?.count ?? 0) + 1;
            const key = `n/${String(count).padStart(4, "0")}`;
            const commit = await store.commit({
              expected: version,
              state: { count },
              put: [{ key, value: count }],
            });
            if (commit.kind === "committed") return;
          }
        };
        await Promise.all(Array.from({ length: 6 }, increase));
        const store = open();
        expect((await store.read()).state).toEqual({ count: 6 });
        const pieces = await store.list(all);
        expect(pieces.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6]);
      }));

    it("lists key ranges in order, from either end, up to a limit", () =>
      run(async (open) => {
        const store = open();
        const keys = ["a/1", "a/2", "a/3", "a/3/x", "ab", "b/1"];
        await store.commit({
          expected: 0,
          state: { count: 0 },
          put: put(...keys.toReversed()),
        });
        expect(await keysOf(store)).toEqual(keys);
        expect(await keysOf(store, keysUnder("a/"))).toEqual(keys.slice(0, 4));
        expect(await keysOf(store, { from: "a/2", to: "a/3" })).toEqual([
          "a/2",
          "a/3",
        ]);
        expect(await keysOf(store, { limit: 2 })).toEqual(["a/1", "a/2"]);
        expect(await keysOf(store, { limit: 2, isNewestFirst: true })).toEqual([
          "b/1",
          "ab",
        ]);
        expect(await keysOf(store, { from: "c", to: "b" })).toEqual([]);
      }));

    it("puts pieces without changing the version", () =>
      run(async (open) => {
        const store = open();
        await store.commit({ expected: 0, state: { count: 0 } });
        await store.read();
        await store.put(put("step/1", "step/2"));
        const other = open();
        await other.read();
        expect(await keysOf(other)).toEqual(["step/1", "step/2"]);
        expect((await other.read()).version).toBe(1);
      }));

    it("keeps and replaces pieces of a document without a state", () =>
      run(async (open) => {
        for (const value of ["first", "second"])
          await open().put([{ key: "x", value }]);
        expect(await open().list(all)).toEqual([{ key: "x", value: "second" }]);
        await open().erase(all);
        expect(await open().list(all)).toEqual([]);
      }));

    it("returns values of any length unchanged", () =>
      run(async (open) => {
        const store = open();
        const values = [
          "",
          null,
          [{ a: [1.5, true, null] }],
          '漢字 🧑‍🚀\u0000"\\ \ud83d',
          "😀".repeat(150_000),
          "字".repeat(300_000),
        ];
        const pieces = values.map((value, index) => ({
          key: `v/${index}`,
          value,
        }));
        const text = "状态".repeat(100);
        await store.commit({
          expected: 0,
          state: { count: 1, text },
          put: pieces,
        });
        const other = open();
        expect((await other.read()).state).toEqual({ count: 1, text });
        const listed = await other.list(all);
        expect(listed.map(({ key }) => key)).toEqual(
          pieces.map(({ key }) => key),
        );
        for (const [index, { value }] of listed.entries())
          expect(JSON.stringify(value) === JSON.stringify(values[index])).toBe(
            true,
          );
      }));

    it("erases a range, or its first pieces, and returns how many", () =>
      run(async (open) => {
        const store = open();
        await store.commit({
          expected: 0,
          state: { count: 1 },
          put: [
            ...put("a/1", "a/2", "a/3", "b"),
            { key: "a/4", value: "長".repeat(300_000) },
          ],
        });
        expect(await store.erase({ ...keysUnder("a/"), limit: 2 })).toBe(2);
        expect(await keysOf(store)).toEqual(["a/3", "a/4", "b"]);
        expect(await store.erase(keysUnder("a/"))).toBe(2);
        expect(await store.erase(keysUnder("a/"))).toBe(0);
        expect(await keysOf(store)).toEqual(["b"]);
        expect((await store.read()).state).toEqual({ count: 1 });
      }));
  });
}
