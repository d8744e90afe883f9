import { expect, it } from "vitest";
import { createTurnIndex } from "../../src/stores/turn-index.ts";
import {
  createIndexedTurn,
  describeTurnIndexContract,
} from "../contracts/turn-index-contract.ts";
import { createMemoryStores } from "../fakes/memory-store.ts";

/** An index in memory, and all that its stores have. */
function createStores() {
  const stores = createMemoryStores<never>();
  const storeOf = (...name: readonly string[]) => stores(name.join("/"));
  return { storeOf, dump: stores.dump };
}

describeTurnIndexContract("An index in stores", (work) => {
  const { storeOf } = createStores();
  return work((options) => createTurnIndex({ ...options, storeOf }));
});

it("sums each of many turns once", async () => {
  const index = createTurnIndex({ ...createStores(), retentionMs: 0 });
  const turns = Array.from({ length: 2_001 }, (_, number) =>
    createIndexedTurn({ id: `t${number}`, number, at: number }),
  );
  await index.put(turns);
  const sums = await index.sum({ from: 0, to: 10_000 });
  expect(sums.map(({ turns: count }) => count)).toEqual([2_001]);
});

it("leaves a turn in one list, even if a process died while listing it", async () => {
  const { storeOf, dump } = createStores();
  const index = createTurnIndex({ storeOf, retentionMs: 0 });
  const turn = createIndexedTurn({ outcome: "waiting" });
  for (const method of ["put", "erase"] as const)
    for (let reached = 0; reached < 3; reached++) {
      let calls = 0;
      const dying = createTurnIndex({
        storeOf: (...name) => {
          const store = storeOf(...name);
          const die = async (): Promise<never> => {
            throw new Error("The process died.");
          };
          return calls++ >= reached ? { ...store, [method]: die } : store;
        },
        retentionMs: 0,
      });
      await dying.put([{ ...turn, outcome: "failed" }]).catch(() => {});
      await dying.put([turn]).catch(() => {});
      const answered = { ...turn, outcome: "answered" } as const;
      await index.put([answered]);
      expect(await index.list({ limit: 9 })).toEqual({ turns: [answered] });
      const { conversation } = turn;
      await index.erase({ conversation, from: 0, to: 9 });
      expect(dump()).toEqual([]);
    }
});
