import type { Scene } from "../run-scene.ts";
import { faultsOnTheWay, read, store, write } from "../way.ts";
import { passing, telling } from "./stops.ts";
import { streamAnswer } from "./stream-answer.ts";

/**
 * A draft of two messages, a status that replaces the first, then the answer
 * there; the second is deleted.
 */
export const STREAMED: Scene = {
  name: "streamed",
  variables: () => ({ TELEGRAM_STREAMING: "edit" }),
  faults: faultsOnTheWay([
    passing("streamed model call 1"),
    read("previews", "reading the previews"),
    telling("preview 1"),
    store("notePreview 0", "noting preview 1", { stores: "preview 1" }),
    telling("preview 2"),
    // If Telegram is slow, the model has finished meanwhile.
    store("notePreview 1", "noting preview 2", {
      stores: "preview 2",
      beside: "search 1",
    }),
    write("saveSteps 0 actions", "storing the action", {
      moments: ["after"],
      stores: "streamed model call 1",
      // Telegram has it, but its record may be pending.
      beside: "preview 2",
    }),
    passing("search 1"),
    telling("edit: status"),
    write("saveSteps 0 observation", "storing the observation", {
      moments: ["after"],
      stores: "search 1",
    }),
    passing("streamed model call 2"),
    store("commitTurn", "committing the turn", {
      stores: "streamed model call 2",
    }),
    telling("edit: streamed answer"),
    store("noteSent 0", "noting the answer as sent"),
    telling("removal"),
    store("noteRemoved 1", "noting the removal"),
    write("closeTurn", "closing the turn"),
  ]),
  begin: (world, { number, asker }) =>
    streamAnswer(world, {
      number,
      isShown: (name) => asker.sent().includes(name),
    }),
};
