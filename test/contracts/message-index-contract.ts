import { describe, expect, it } from "vitest";
import type { MessageIndex } from "../../src/types/archive.ts";

/** Tests of every `MessageIndex`. `createIndex` returns an empty one. */
export function describeMessageIndexContract(
  name: string,
  createIndex: () => MessageIndex,
): void {
  describe(`${name} implements MessageIndex`, () => {
    it("binds an id to the conversation that claims it first", async () => {
      const index = createIndex();
      expect(
        await index.claim({ owner: "shop", id: "1", conversation: "a" }),
      ).toBe("a");
      expect(
        await index.claim({ owner: "shop", id: "1", conversation: "b" }),
      ).toBe("a");
      expect(await index.find({ owner: "shop", id: "1" })).toBe("a");
    });

    it("returns the same conversation to all concurrent claimants", async () => {
      const index = createIndex();
      const claims = Array.from({ length: 10 }, (_, number) =>
        index.claim({ owner: "shop", id: "1", conversation: `${number}` }),
      );
      expect(new Set(await Promise.all(claims)).size).toBe(1);
    });

    it("keeps ids of different owners separate", async () => {
      const index = createIndex();
      await index.claim({ owner: "shop", id: "1", conversation: "a" });
      expect(await index.find({ owner: "desk", id: "1" })).toBeUndefined();
      expect(
        await index.claim({ owner: "desk", id: "1", conversation: "b" }),
      ).toBe("b");
    });

    it("finds each of many ids, including special characters", async () => {
      const index = createIndex();
      const ids = [
        ...Array.from({ length: 40 }, (_, number) => `m${number}`),
        "a/b",
        "订单 17",
        "'; --",
      ];
      for (const id of ids)
        await index.claim({ owner: "shop", id, conversation: `of ${id}` });
      for (const id of ids)
        expect(await index.find({ owner: "shop", id })).toBe(`of ${id}`);
    });

    it("deletes only the ids of a deleted conversation", async () => {
      const index = createIndex();
      for (let number = 0; number < 40; number++) {
        const conversation = number % 2 === 0 ? "even" : "odd";
        await index.claim({ owner: "shop", id: `m${number}`, conversation });
      }
      await index.claim({ owner: "desk", id: "m0", conversation: "even" });
      // A redelivery changes nothing.
      await index.claim({ owner: "shop", id: "m0", conversation: "even" });
      await index.forget({ owner: "shop", conversation: "even" });
      expect(await index.find({ owner: "shop", id: "m0" })).toBeUndefined();
      expect(await index.find({ owner: "shop", id: "m38" })).toBeUndefined();
      expect(await index.find({ owner: "shop", id: "m1" })).toBe("odd");
      expect(await index.find({ owner: "desk", id: "m0" })).toBe("even");
    });

    it("lists each of an owner's conversations once, sorted by code points, page by page", async () => {
      const index = createIndex();
      const names = [
        ...Array.from({ length: 30 }, (_, number) => `c${number}`),
        "c#",
        "c%",
        "c~",
        "c ",
        "c/b",
        "订单 17",
        "c\ufffd",
        "c😀",
      ];
      for (const [number, conversation] of [...names, ...names].entries())
        await index.claim({ owner: "shop", id: `m${number}`, conversation });
      await index.claim({ owner: "desk", id: "m1", conversation: "c0a" });
      const sorted = names.toSorted((a, b) =>
        Buffer.compare(Buffer.from(a), Buffer.from(b)),
      );
      const owner = "shop";
      expect(await index.list({ owner, prefix: "", limit: 100 })).toEqual(
        sorted,
      );
      const paged: string[] = [];
      for (;;) {
        const after = paged.at(-1);
        const page = await index.list({
          owner,
          prefix: "c",
          limit: 7,
          ...(after !== undefined && { after }),
        });
        if (page.length === 0) break;
        paged.push(...page);
      }
      expect(paged).toEqual(sorted.slice(0, -1));
    });

    it("lists conversations with a prefix, starting after any name", async () => {
      const index = createIndex();
      const owner = "shop";
      for (const conversation of ["a", "b-1", "b-2", "b-3", "c"])
        await index.claim({ owner, id: conversation, conversation });
      const list = (after?: string) =>
        index.list({
          owner,
          prefix: "b-",
          limit: 2,
          ...(after !== undefined && { after }),
        });
      expect(await list()).toEqual(["b-1", "b-2"]);
      expect(await list("a")).toEqual(["b-1", "b-2"]);
      expect(await list("b-")).toEqual(["b-1", "b-2"]);
      expect(await list("b-15")).toEqual(["b-2", "b-3"]);
      expect(await list("b-3")).toEqual([]);
      expect(await list("c")).toEqual([]);
      const others = { owner: "desk", prefix: "", limit: 2 };
      expect(await index.list(others)).toEqual([]);
    });

    it("lists conversations without ids, but no deleted ones", async () => {
      const index = createIndex();
      const owner = "shop";
      const list = () => index.list({ owner, prefix: "", limit: 10 });
      await index.note({ owner, conversation: "a" });
      await index.note({ owner, conversation: "a" });
      await index.claim({ owner, id: "1", conversation: "b" });
      await index.claim({ owner, id: "1", conversation: "not bound" });
      expect(await list()).toEqual(["a", "b"]);
      await index.forget({ owner, conversation: "a" });
      expect(await list()).toEqual(["b"]);
      await index.forget({ owner, conversation: "b" });
      expect(await list()).toEqual([]);
      await index.claim({ owner, id: "1", conversation: "b" });
      expect(await list()).toEqual(["b"]);
    });

    it("releases a claim and lists its conversation while that has other ids", async () => {
      const index = createIndex();
      const owner = "shop";
      const ids = Array.from({ length: 20 }, (_, number) => `m${number}`);
      for (const id of ids) await index.claim({ owner, id, conversation: "a" });
      await index.claim({ owner, id: "other", conversation: "b" });
      await index.release({ owner, id: "other", conversation: "a" });
      expect(await index.find({ owner, id: "other" })).toBe("b");
      for (const id of ids.slice(1))
        await index.release({ owner, id, conversation: "a" });
      await index.release({ owner, conversation: "a" });
      expect(await index.list({ owner, prefix: "", limit: 9 })).toEqual([
        "a",
        "b",
      ]);
      expect(await index.find({ owner, id: "m1" })).toBeUndefined();
      await index.release({ owner, id: "m0", conversation: "a" });
      expect(await index.list({ owner, prefix: "", limit: 9 })).toEqual(["b"]);
      await index.note({ owner, conversation: "c" });
      await index.release({ owner, conversation: "c" });
      expect(await index.list({ owner, prefix: "", limit: 9 })).toEqual(["b"]);
    });

    it("finds nothing for an unclaimed id", async () => {
      expect(
        await createIndex().find({ owner: "shop", id: "1" }),
      ).toBeUndefined();
    });
  });
}
