import { eventually } from "../../e2e/wrangler-dev.ts";
import { linesOf } from "../conversation-watch.ts";
import { PATIENCE } from "../in-time.ts";
import type { Scene } from "../run-scene.ts";
import { sceneAnswerOf, sceneQuestionOf } from "../scene-script.ts";
import { nameSent, updateWith } from "../script.ts";
import { faultsOnTheWay, store, write } from "../way.ts";
import { passing, telling } from "./stops.ts";

/** A draft that grows, then one of a status; the answer is sent whole, as any other. */
export const DRAFTED: Scene = {
  name: "drafted",
  variables: { TELEGRAM_STREAMING: "draft" },
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
    store("noteSent 0", "noting the answer as sent", {
      stores: "streamed answer",
    }),
    write("closeTurn", "closing the turn"),
  ]),
  begin(world, { number }) {
    const model = { number, name: "streamed model call 1" };
    const answer = world.hold(model, "half answered");
    const search = world.hold({ number, name: "search 1" }, "asked");
    let isReleased = false;
    const see = (name: string) =>
      eventually(
        `${name} for ${number}`,
        () => {
          const draft = world.telegram.drafts.get(number);
          const isThere =
            draft !== undefined && nameSent(draft.text, number) === name;
          return isReleased || isThere || undefined;
        },
        PATIENCE,
      );
    const lead = async (): Promise<void> => {
      await see("preview 2");
      answer.release();
      await see("status");
      search.release();
    };
    const id = number * 10 + 2;
    const text = sceneQuestionOf("streamed", number);
    const update = updateWith({ id, number, text });
    return {
      updates: [update],
      async run() {
        await world.post(update);
        // Where it does not come so far, the process does not come to the point.
        lead().catch(() => {});
      },
      release() {
        isReleased = true;
        answer.release();
        search.release();
      },
      expect: () => ({
        sent: ["streamed answer"],
        history: linesOf(id, text, sceneAnswerOf("streamed", number)),
      }),
    };
  },
};
