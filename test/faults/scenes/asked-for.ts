import { toHistoryLine } from "../conversation-watch.ts";
import type { Scene } from "../run-scene.ts";
import { PROMISE, wordsOfPerson } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import { faultsOnTheWay, store, write } from "../way.ts";
import { telling } from "./stops.ts";

/**
 * The user asks for a person; two operators come at once, of whom one replies,
 * twice with one id, and hands the conversation back.
 */
export const ASKED_FOR: Scene = {
  name: "asked for a person",
  faults: faultsOnTheWay([
    store("beginAttempt", "noting the attempt"),
    store("commitTurn", "committing the request"),
    telling("promise"),
    store("closeTurn", "noting the promise as sent and closing the turn", {
      stores: "promise",
    }),
    // The user has the promise, which may not be noted yet.
    write("openReply", "storing a person's reply", { beside: "promise" }),
    store("commitTurn of a person", "committing the person's turn"),
    telling("person answer"),
    store("closeTurn of a person", "noting the reply as sent and closing it", {
      stores: "person answer",
    }),
    write("handBack", "handing the conversation back", {
      beside: "person answer",
    }),
  ]),
  begin(world, { number, asker }) {
    const id = number * 10 + 9;
    const text = `/human It is about ${number}`;
    const asking = updateWith({ id, number, text });
    const { conversation } = asker;
    const words = wordsOfPerson(number);
    return {
      updates: [asking],
      async run() {
        await world.post(asking);
        await asker.waitForSent(["promise"]);
        const reply = { id: "r1", text: words };
        await Promise.all([
          world.handOver(conversation, "takeover"),
          world.handOver(conversation, "replies", reply),
        ]);
        await world.handOver(conversation, "replies", reply);
        await asker.waitForSent(["person answer"]);
        await world.handOver(conversation, "hand-back");
      },
      release: () => {},
      expect: () => ({
        sent: ["promise", "person answer"],
        history: [
          toHistoryLine({ turn: String(id), role: "user", text }),
          toHistoryLine({ turn: String(id), role: "assistant", text: PROMISE }),
          toHistoryLine({
            turn: "operator/r1",
            role: "assistant",
            text: words,
          }),
        ],
      }),
    };
  },
};
