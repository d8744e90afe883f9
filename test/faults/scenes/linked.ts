import { eventually } from "../../e2e/wrangler-dev.ts";
import { linesOf, watchConversation } from "../conversation-watch.ts";
import { PATIENCE } from "../in-time.ts";
import type { Scene } from "../run-scene.ts";
import { sceneAnswerOf, sceneQuestionOf } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import { faultsOnTheWay, store, write, type Stop } from "../way.ts";
import type { World } from "../world.ts";
import { telling } from "./stops.ts";

/** The number of the chat that is linked with the one of that number. */
function otherOf(number: number): number {
  return 999_999 - (number % 100_000);
}

/**
 * A chat gives a code, and another, in which something was said, uses it and
 * becomes its home.
 */
function linking(way: readonly Stop[], objectOf?: Scene["objectOf"]): Scene {
  return {
    name: objectOf === undefined ? "linked" : "linked, the chat that moves",
    faults: faultsOnTheWay(way),
    ...(objectOf !== undefined && { objectOf }),
    begin(world, { number, asker }) {
      const id = number * 10 + 9;
      const text = sceneQuestionOf("edited", number);
      const updates = [updateWith({ id, number, text })];
      return {
        updates,
        async prepare() {
          for (const update of updates) await world.post(update);
          await asker.waitForSent(["edited answer"]);
          const code = await askForCode(world, otherOf(number));
          // What it still had to end would merge while the link is answered.
          await watchConversation(world, otherOf(number)).waitForRest();
          const use = `/link ${code} yes`;
          updates.push(updateWith({ id: id - 1, number, text: use }));
        },
        async run() {
          for (const update of updates.slice(1)) await world.post(update);
        },
        release: () => {},
        expect: () => ({
          sent: ["edited answer", "link answer"],
          history: linesOf(id, text, sceneAnswerOf("edited", number)),
        }),
      };
    },
  };
}

async function askForCode(world: World, number: number): Promise<string> {
  await world.post(updateWith({ id: number * 10, number, text: "/link" }));
  return eventually(
    "a code",
    () => {
      const offered = world.telegram.sent.findLast(
        ({ chat }) => chat === number,
      );
      return /link (\w{4}-\w{4})/.exec(offered?.text ?? "")?.[1];
    },
    PATIENCE,
  );
}

export const LINKING: readonly Scene[] = [
  linking([
    write("openTurn", "storing /link", { moments: ["after"] }),
    write("changeLink take-in", "taking the other chat in"),
    store("commitTurn", "committing the answer to /link"),
    telling("link answer"),
    store("closeTurn", "noting the answer as sent and closing the turn", {
      stores: "link answer",
    }),
    write("changeLink merge", "merging what the other remembers"),
  ]),
  linking([write("changeLink move", "moving the other chat")], (name) =>
    name.replace(/\d+$/, (number) => String(otherOf(Number(number)))),
  ),
];
