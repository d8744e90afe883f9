import { describe, expect, it } from "vitest";
import type { Counters } from "../../src/types/counters.ts";

const LATER = Date.UTC(2100, 0);

/** Tests of all `Counters`. Each test uses keys of its own. */
export function describeCountersContract(
  name: string,
  /** `open` opens the same counters each time. */
  run: (work: (open: () => Counters) => Promise<void>) => Promise<void>,
): void {
  const add = (key: string, amount: number, atMost?: number) => ({
    key,
    add: { tokens: amount },
    ...(atMost !== undefined && { atMost: { tokens: atMost } }),
    expiresAt: LATER,
  });

  describe(`${name} implements Counters`, () => {
    it("adds positive and negative amounts and returns the sums", () =>
      run(async (open) => {
        expect(await open().add([add("up", 5)])).toEqual({
          kind: "added",
          sums: [{ tokens: 5 }],
        });
        const change = { ...add("up", -7), add: { tokens: -7, calls: 1 } };
        expect(await open().add([change])).toEqual({
          kind: "added",
          sums: [{ tokens: -2, calls: 1 }],
        });
        expect(await open().read("up")).toEqual({ tokens: -2, calls: 1 });
      }));

    it("returns no sums for an unknown key", () =>
      run(async (open) => {
        expect(await open().read("never")).toEqual({});
        expect(await open().add([])).toEqual({ kind: "added", sums: [] });
      }));

    it.each([
      ["the first addition to a key", 0, 11],
      ["a later addition", 8, 3],
    ])("rejects %s that would exceed the limit", (_, before, amount) =>
      run(async (open) => {
        const key = `exceed ${before}`;
        if (before > 0) await open().add([add(key, before)]);
        const sums = before > 0 ? { tokens: before } : {};
        expect(await open().add([add(key, amount, 10)])).toEqual({
          kind: "refused",
          index: 0,
          sums,
        });
        expect(await open().read(key)).toEqual(sums);
      }),
    );

    it("accepts an addition up to the limit and a subtraction above it", () =>
      run(async (open) => {
        expect((await open().add([add("reach", 10, 10)])).kind).toBe("added");
        expect((await open().add([add("reach", -1, 5)])).kind).toBe("added");
        expect(await open().read("reach")).toEqual({ tokens: 9 });
      }));

    it("applies none of several changes if one is rejected", () =>
      run(async (open) => {
        const changes = [add("all 1", 3), add("all 2", 4, 3), add("all 3", 5)];
        expect(await open().add(changes)).toMatchObject({
          kind: "refused",
          index: 1,
        });
        for (const key of ["all 1", "all 2", "all 3"])
          expect((await open().read(key))["tokens"] ?? 0).toBe(0);
      }));

    it("accepts keys with special characters", () =>
      run(async (open) => {
        const keys = ["a", "a/b", "a#b", "a~", "%23", "商店", "商", "\ud800"];
        for (const key of keys) await open().add([add(`apart ${key}`, 1)]);
        for (const key of keys)
          expect(await open().read(`apart ${key}`)).toEqual({ tokens: 1 });
      }));

    it("enforces the limit on concurrent additions", () =>
      run(async (open) => {
        const countings = await Promise.all(
          Array.from({ length: 30 }, () => open().add([add("once", 3, 25)])),
        );
        expect(countings.filter(({ kind }) => kind === "added")).toHaveLength(
          8,
        );
        expect(await open().read("once")).toEqual({ tokens: 24 });
      }));

    it("enforces the limit of a key that expires in a minute", () =>
      run(async (open) => {
        const brief = { ...add("brief", 1, 2), expiresAt: Date.now() + 60_000 };
        const counters = open();
        const kinds = [];
        for (let time = 0; time < 3; time++)
          kinds.push((await counters.add([brief])).kind);
        expect(kinds).toEqual(["added", "added", "refused"]);
      }));
  });
}
