import { linesOf } from "../conversation-watch.ts";
import type { Scene } from "../run-scene.ts";
import { sceneAnswerOf, sceneQuestionOf } from "../scene-script.ts";
import { LONG_REPLY, updateOf, updateWith } from "../script.ts";
import { faultsOnTheWay, store, write } from "../way.ts";
import { asking, telling } from "./stops.ts";

/**
 * The long question is edited: the new answer replaces the first part of the
 * old one, whose other parts are deleted.
 */
export const EDITED: Scene = {
  name: "edited",
  faults: faultsOnTheWay([
    write("openTurn", "storing the edit"),
    store("beginAttempt", "making the old answer its preview"),
    asking("edited model call 1"),
    store("commitTurn", "committing the turn", {
      stores: "edited model call 1",
    }),
    telling("edit: edited answer"),
    store("noteSent 0", "noting the answer as sent"),
    telling("removal"),
    store("noteRemoved 1", "noting the first removal"),
    store("noteRemoved 2", "noting the second removal"),
    write("closeTurn", "closing the turn"),
  ]),
  begin(world, { number, asker }) {
    const id = number * 10 + 9;
    const first = updateOf({ id, number, question: "long" });
    const text = sceneQuestionOf("edited", number);
    const { message } = updateWith({ id, number, text });
    const edit = { update_id: id - 1, edited_message: message };
    return {
      updates: [first, edit],
      async prepare() {
        await world.post(first);
        await asker.waitForSent(LONG_REPLY);
      },
      run: () => world.post(edit),
      release: () => {},
      expect: () => ({
        sent: ["edited answer"],
        history: linesOf(id - 1, text, sceneAnswerOf("edited", number)),
      }),
    };
  },
};
