import { toHistoryLine } from "../conversation-watch.ts";
import { inTime } from "../in-time.ts";
import type { Scene } from "../run-scene.ts";
import { wordsOfPerson } from "../scene-script.ts";
import { questionOf, updateOf } from "../script.ts";
import { faultsOnTheWay, store, write } from "../way.ts";
import { passing, telling } from "./stops.ts";

/**
 * A person replies during a model call, twice with one id, and hands the
 * conversation back once the user has the reply.
 */
export const TAKEN_OVER: Scene = {
  name: "taken over",
  faults: faultsOnTheWay([
    passing("model call 1"),
    write("openReply", "storing a person's reply"),
    store("commitTurn", "leaving the message to the person", {
      stores: "model call 1",
    }),
    telling("notice answer"),
    store("closeTurn", "noting the notice as sent and closing the turn", {
      stores: "notice answer",
    }),
    store("commitTurn of a person", "committing the person's turn"),
    telling("person answer"),
    store("closeTurn of a person", "noting the reply as sent and closing it", {
      stores: "person answer",
    }),
    // The user has the reply, which may not be noted yet.
    store("handBack", "handing the conversation back", {
      beside: "person answer",
    }),
  ]),
  begin(world, { number, asker }) {
    const hold = world.hold({ number, name: "model call 1" }, "asked");
    const id = number * 10 + 9;
    const first = updateOf({ id, number, question: "long" });
    const { conversation } = asker;
    const text = wordsOfPerson(number);
    return {
      updates: [first],
      async run() {
        await world.post(first);
        await inTime("the first model call", hold.reached);
        const reply = { id: "r1", text };
        await world.handOver(conversation, "replies", reply);
        await world.handOver(conversation, "replies", reply);
        await asker.waitForSent(["person answer"]);
        await world.handOver(conversation, "hand-back");
      },
      release: () => hold.release(),
      expect: () => ({
        sent: ["notice answer", "person answer"],
        history: [
          toHistoryLine({
            turn: String(id),
            role: "user",
            text: questionOf("long", number),
          }),
          toHistoryLine({ turn: "operator/r1", role: "assistant", text }),
        ],
      }),
    };
  },
};
