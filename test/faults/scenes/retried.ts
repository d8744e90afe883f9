import { linesOf, type ConversationWatch } from "../conversation-watch.ts";
import type { Play, Scene } from "../run-scene.ts";
import { REFUSING, sceneAnswerOf, sceneQuestionOf } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import { faultsOnTheWay, store, write, type Stop } from "../way.ts";
import type { World } from "../world.ts";
import { findListed } from "./find-listed.ts";
import { asking, passing, telling } from "./stops.ts";

/**
 * A turn that failed after its first search leaves the list once it is
 * answered.
 */
function playFailed(
  world: World,
  { number, asker }: { number: number; asker: ConversationWatch },
): Omit<Play, "run" | "release"> & { readonly id: number } {
  const id = number * 10 + 9;
  const text = sceneQuestionOf("retried", number);
  const update = updateWith({ id, number, text });
  return {
    id,
    updates: [update],
    async prepare() {
      await world.post(update);
      await asker.waitForSent(["refusal"]);
    },
    expect: () => ({
      sent: ["refusal", "retried answer"],
      history: linesOf(id, text, sceneAnswerOf("retried", number)),
    }),
    async judgeRest() {
      const listed = await findListed(world, asker.conversation);
      return { isHistoryBroken: listed.length > 0 };
    },
  };
}

const VARIABLES_BEFORE = { OPENAI_MODEL: REFUSING };

/** `/retry`: the turn resumes after its first search. */
const RETRIED: Scene = {
  name: "retried",
  variablesBefore: VARIABLES_BEFORE,
  faults: faultsOnTheWay([
    write("openTurn", "storing /retry", { moments: ["after"] }),
    store("reopenLastFailed", "opening the failed turn again"),
    store("commitTurn of nothing", "ending /retry"),
    asking("retried model call 2"),
    write("saveSteps 1 actions", "storing its second action", {
      moments: ["after"],
      stores: "retried model call 2",
    }),
    asking("search 2"),
    write("saveSteps 1 observation", "storing its second observation", {
      moments: ["after"],
      stores: "search 2",
    }),
    asking("retried model call 3"),
    store("commitTurn", "committing the turn", {
      stores: "retried model call 3",
    }),
    telling("retried answer"),
    store("closeTurn", "noting the answer as sent and closing the turn", {
      stores: "retried answer",
    }),
  ]),
  begin(world, { number, asker }) {
    const failed = playFailed(world, { number, asker });
    const id = failed.id - 1;
    const command = updateWith({ id, number, text: "/retry" });
    return {
      ...failed,
      updates: [...failed.updates, command],
      run: () => world.post(command),
      release: () => {},
    };
  },
};

/**
 * The operator retries it; the list of failed turns is updated before the model
 * answers.
 */
function retriedByOperator(
  objectOf: Scene["objectOf"],
  way: readonly Stop[],
): Scene {
  return {
    name: "retried by the operator",
    variablesBefore: VARIABLES_BEFORE,
    ...(objectOf !== undefined && { objectOf }),
    faults: faultsOnTheWay(way),
    begin(world, { number, asker }) {
      const failed = playFailed(world, { number, asker });
      const model = { number, name: "retried model call 2" };
      const hold = world.hold(model, "asked");
      return {
        ...failed,
        async run() {
          const [listed] = await findListed(world, asker.conversation);
          if (listed === undefined) throw new Error("The list has no turn.");
          await world.retry(listed);
          hold.release();
        },
        release: () => hold.release(),
      };
    },
  };
}

export const RETRYING: readonly Scene[] = [
  RETRIED,
  retriedByOperator(undefined, [
    store("reopenTurn", "opening the failed turn again"),
    passing("retried model call 2"),
    write("noteReported", "noting that the list has dropped it"),
    asking("retried model call 2"),
    telling("retried answer"),
  ]),
  retriedByOperator(() => "failures", [
    passing("retried model call 2"),
    write("remove", "dropping the turn from the list"),
  ]),
];
