import type { Scene } from "../run-scene.ts";
import { sceneQuestionOf } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import { faultsOnTheWay, write, type Stop } from "../way.ts";
import { findListed } from "./find-listed.ts";

/** A question that the model rejects, whose turn is listed as failed. */
function failing(objectOf: Scene["objectOf"], way: readonly Stop[]): Scene {
  return {
    name: "failed",
    ...(objectOf !== undefined && { objectOf }),
    faults: faultsOnTheWay(way),
    begin(world, { number, asker }) {
      const id = number * 10 + 2;
      const text = sceneQuestionOf("refused", number);
      const update = updateWith({ id, number, text });
      return {
        updates: [update],
        run: () => world.post(update),
        release: () => {},
        expect: () => ({ sent: ["refusal"], history: [] }),
        async judgeRest() {
          const listed = await findListed(world, asker.conversation);
          const ids = listed.map((turn) => turn.id).join();
          return { isHistoryBroken: ids !== String(id) };
        },
      };
    },
  };
}

export const FAILING: readonly Scene[] = [
  failing(() => "failures", [write("add", "listing the failed turn")]),
  failing(undefined, [write("noteReported", "noting that it is listed")]),
];
