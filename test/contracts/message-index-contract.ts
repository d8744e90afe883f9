import { describe, expect, it } from "vitest";
import type { MessageIndex } from "../../src/archive.ts";

/** What every message index promises. `createIndex` gives an empty one. */
export function describeMessageIndexContract(
  name: string,
  createIndex: () => MessageIndex,
): void {
  describe(`${name} keeps MessageIndex's promises`, () => {
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

    it("gives every claimant at the same moment the same answer", async () => {
      const index = createIndex();
      const claims = Array.from({ length: 10 }, (_, number) =>
        index.claim({ owner: "shop", id: "1", conversation: `${number}` }),
      );
      expect(new Set(await Promise.all(claims)).size).toBe(1);
    });

    it("keeps owners apart", async () => {
      const index = createIndex();
      await index.claim({ owner: "shop", id: "1", conversation: "a" });
      expect(await index.find({ owner: "desk", id: "1" })).toBeUndefined();
      expect(
        await index.claim({ owner: "desk", id: "1", conversation: "b" }),
      ).toBe("b");
    });

    it("finds each of many ids again, whatever is in them", async () => {
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

    it("drops the ids of a forgotten conversation, and no others", async () => {
      const index = createIndex();
      for (let number = 0; number < 40; number++) {
        const conversation = number % 2 === 0 ? "even" : "odd";
        await index.claim({ owner: "shop", id: `m${number}`, conversation });
      }
      await index.claim({ owner: "desk", id: "m0", conversation: "even" });
      await index.forget({ owner: "shop", conversation: "even" });
      expect(await index.find({ owner: "shop", id: "m0" })).toBeUndefined();
      expect(await index.find({ owner: "shop", id: "m38" })).toBeUndefined();
      expect(await index.find({ owner: "shop", id: "m1" })).toBe("odd");
      expect(await index.find({ owner: "desk", id: "m0" })).toBe("even");
    });

    it("knows nothing of an id that nobody claimed", async () => {
      expect(
        await createIndex().find({ owner: "shop", id: "1" }),
      ).toBeUndefined();
    });
  });
}
