import { describe, expect, it } from "vitest";
import type {
  Undelivered,
  UndeliveredList,
} from "../../src/types/undelivered.ts";

/** Tests of every `UndeliveredList`. `withList` passes a fresh, empty list. */
export function describeUndeliveredListContract(
  name: string,
  withList: (work: (list: UndeliveredList) => Promise<void>) => Promise<void>,
): void {
  const test = (
    claim: string,
    work: (list: UndeliveredList) => Promise<void>,
  ) => it(claim, () => withList(work));
  const createTurn = (overrides: Partial<Undelivered> = {}): Undelivered => ({
    conversation: "telegram:42",
    id: "1",
    to: "caller",
    status: "failed",
    attempts: 7,
    failedAt: 2_000,
    ...overrides,
  });
  const idsOf = async (
    list: UndeliveredList,
    options: { limit: number; before?: number } = { limit: 100 },
  ) => (await list.list(options)).map(({ id }) => id);

  describe(`${name} implements UndeliveredList`, () => {
    test("lists the newest turn first", async (list) => {
      expect(await list.list({ limit: 10 })).toEqual([]);
      for (const id of ["9", "10", "1"]) await list.add(createTurn({ id }));
      expect(await idsOf(list)).toEqual(["1", "10", "9"]);
    });

    test("returns each turn with a number to find it by", async (list) => {
      await list.add(createTurn());
      const [listed] = await list.list({ limit: 1 });
      expect(listed).toEqual({
        ...createTurn(),
        number: expect.any(Number) as number,
      });
      expect(await list.find(listed?.number ?? -1)).toEqual(listed);
      expect(await list.find(1_000_000)).toBeUndefined();
    });

    test("adds a turn only once", async (list) => {
      await list.add(createTurn());
      const [before] = await list.list({ limit: 10 });
      await Promise.all(
        Array.from({ length: 10 }, () => list.add(createTurn())),
      );
      expect(await list.list({ limit: 10 })).toEqual([before]);
    });

    test("moves a turn that failed again to the front", async (list) => {
      await list.add(createTurn());
      await list.add(createTurn({ id: "2" }));
      const [, before] = await list.list({ limit: 10 });
      const again = createTurn({ failedAt: 3_000, status: "stopped" });
      await list.add(again);
      const [listed, other] = await list.list({ limit: 10 });
      expect(listed).toMatchObject(again);
      expect(other?.id).toBe("2");
      expect(await list.find(before?.number ?? -1)).toBeUndefined();
    });

    test("distinguishes equal ids of different conversations", async (list) => {
      const other = "webhook:shop:42";
      await list.add(createTurn());
      await list.add(createTurn({ conversation: other }));
      const numbers = (await list.list({ limit: 10 })).map(
        ({ number }) => number,
      );
      expect(new Set(numbers).size).toBe(2);
      await list.remove({ conversation: "telegram:42", id: "1" });
      expect(await list.list({ limit: 10 })).toMatchObject([
        { conversation: other },
      ]);
    });

    test("removes only the given turn, idempotently", async (list) => {
      await list.add(createTurn());
      await list.remove({ conversation: "telegram:42", id: "2" });
      expect(await idsOf(list)).toEqual(["1"]);
      await list.remove(createTurn());
      await list.remove(createTurn());
      expect(await idsOf(list)).toEqual([]);
    });

    test("forgets all of a conversation, and no other", async (list) => {
      const other = { conversation: "telegram:43" };
      for (const id of ["1", "2"]) await list.add(createTurn({ id }));
      await list.add(createTurn(other));
      await list.forget("telegram:42");
      await list.forget("telegram:42");
      expect(await list.list({ limit: 10 })).toMatchObject([other]);
    });

    test("never reuses a number", async (list) => {
      await list.add(createTurn());
      const [first] = await list.list({ limit: 1 });
      await list.remove(createTurn());
      await list.add(createTurn());
      const [second] = await list.list({ limit: 1 });
      expect(second?.number).toBeGreaterThan(first?.number ?? Infinity);
      expect(await list.find(first?.number ?? -1)).toBeUndefined();
    });

    test("lists turns page by page", async (list) => {
      for (const id of ["a", "b", "c", "d", "e"])
        await list.add(createTurn({ id }));
      const first = await list.list({ limit: 2 });
      const before = first.at(-1)?.number ?? 0;
      expect(first.map(({ id }) => id)).toEqual(["e", "d"]);
      expect(await idsOf(list, { limit: 2, before })).toEqual(["c", "b"]);
      expect(await idsOf(list, { limit: 9, before: 0 })).toEqual([]);
    });
  });
}
