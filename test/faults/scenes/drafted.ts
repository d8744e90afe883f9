import type { Scene } from "../run-scene.ts";
import { nameSent } from "../script.ts";
import { faultsOnTheWay, store, write } from "../way.ts";
import { passing, telling } from "./stops.ts";
import { streamAnswer } from "./stream-answer.ts";

/** A growing draft, then a status draft; the answer is sent whole as usual. */
export const DRAFTED: Scene = {
  name: "drafted",
  variables: () => ({ TELEGRAM_STREAMING: "draft" }),
  faults: faultsOnTheWay([
    passing("streamed model call 1"),
    telling("draft: preview 2"),
    write("saveSteps 0 actions", "storing the action", {
      moments: ["after"],
      stores: "streamed model call 1",
    }),
    passing("search 1"),
    telling("draft: status"),
    write("saveSteps 0 observation", "storing the observation", {
      moments: ["after"],
      stores: "search 1",
    }),
    passing("streamed model call 2"),
    store("commitTurn", "committing the turn", {
      stores: "streamed model call 2",
    }),
    telling("streamed answer"),
    store("closeTurn", "noting the answer as sent and closing the turn", {
      stores: "streamed answer",
    }),
  ]),
  begin: (world, { number }) =>
    streamAnswer(world, {
      number,
      isShown: (name) => {
        const draft = world.telegram.drafts.get(number);
        return draft !== undefined && nameSent(draft.text, number) === name;
      },
    }),
};
