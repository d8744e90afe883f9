import { historyOf } from "../conversation-watch.ts";
import type { Scene } from "../run-scene.ts";
import { LONG_REPLY, updateOf } from "../script.ts";
import { faultsOnTheWay, write } from "../way.ts";

/** A long question whose model calls are counted by the budget's object. */
export const COUNTED: Scene = {
  name: "budget",
  // The suite's limits are small enough for an unsharded budget.
  objectOf: () => "budget",
  faults: faultsOnTheWay([
    write("reserve 1", "reserving tokens for model call 1"),
    write("reserve 2", "reserving tokens for model call 2"),
    write("settle", "settling the last call"),
  ]),
  begin(world, { number }) {
    const id = number * 10 + 2;
    const update = updateOf({ id, number, question: "long" });
    return {
      updates: [update],
      run: () => world.post(update),
      release: () => {},
      expect: () => ({
        sent: LONG_REPLY,
        history: historyOf(id, "long", number),
      }),
    };
  },
};
