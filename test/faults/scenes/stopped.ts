import { inTime } from "../in-time.ts";
import type { Scene } from "../run-scene.ts";
import { updateOf, updateWith } from "../script.ts";
import { faultsOnTheWay, store, write } from "../way.ts";
import { passing, telling } from "./stops.ts";

/** `/stop` during a model call. */
export const STOPPED: Scene = {
  name: "stopped",
  faults: faultsOnTheWay([
    passing("model call 1"),
    write("openTurn of a stop", "storing /stop"),
    store("commitTurn", "committing the stopped turn", {
      stores: "model call 1",
    }),
    telling("stopped"),
    store("closeTurn", "noting the notice as sent and closing the turn", {
      stores: "stopped",
    }),
  ]),
  begin(world, { number }) {
    const hold = world.hold({ number, name: "model call 1" }, "asked");
    const id = number * 10 + 9;
    const first = updateOf({ id, number, question: "long" });
    const stop = updateWith({ id: id - 1, number, text: "/stop" });
    return {
      updates: [first, stop],
      async run() {
        await world.post(first);
        await inTime("the first model call", hold.reached);
        await world.post(stop);
      },
      release: () => hold.release(),
      expect: () => ({ sent: ["stopped"], history: [] }),
    };
  },
};
