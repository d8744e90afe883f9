import { eventually } from "../../e2e/wrangler-dev.ts";
import { linesOf, type ConversationWatch } from "../conversation-watch.ts";
import { PATIENCE } from "../in-time.ts";
import type { Play, Scene } from "../run-scene.ts";
import { REFUSING, sceneAnswerOf, sceneQuestionOf } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import { faultsOnTheWay, store, write } from "../way.ts";
import type { World } from "../world.ts";
import { findListed } from "./find-listed.ts";
import { asking, telling } from "./stops.ts";

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
      const isGone = async () =>
        (await findListed(world, asker.conversation)).length === 0 || undefined;
      const isListed = await eventually("a list without it", isGone, PATIENCE)
        .then(() => false)
        .catch(() => true);
      return { isHistoryBroken: isListed };
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

/** The operator finds it in the list, and retries it. */
const RETRIED_BY_OPERATOR: Scene = {
  name: "retried by the operator",
  variablesBefore: VARIABLES_BEFORE,
  faults: faultsOnTheWay([
    store("reopenTurn", "opening the failed turn again"),
    asking("retried model call 2"),
    telling("retried answer"),
  ]),
  begin(world, { number, asker }) {
    const failed = playFailed(world, { number, asker });
    return {
      ...failed,
      async run() {
        const listed = await eventually(
          "the failed turn in the list",
          async () => (await findListed(world, asker.conversation))[0],
          PATIENCE,
        );
        await world.retry(listed);
      },
      release: () => {},
    };
  },
};

export const RETRYING: readonly Scene[] = [RETRIED, RETRIED_BY_OPERATOR];
