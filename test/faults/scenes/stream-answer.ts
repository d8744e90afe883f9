import { eventually } from "../../e2e/wrangler-dev.ts";
import { linesOf } from "../conversation-watch.ts";
import { PATIENCE } from "../in-time.ts";
import type { Play } from "../run-scene.ts";
import { sceneAnswerOf, sceneQuestionOf } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import type { World } from "../world.ts";

/**
 * A draft of two messages, a status during a search, then the whole answer. The
 * model and the search wait until the preceding state is visible.
 */
export function streamAnswer(
  world: World,
  {
    number,
    isShown,
  }: { number: number; isShown: (name: "preview 2" | "status") => boolean },
): Play {
  const model = { number, name: "streamed model call 1" };
  const answer = world.hold(model, "half answered");
  const search = world.hold({ number, name: "search 1" }, "asked");
  let isReleased = false;
  const see = (name: "preview 2" | "status") =>
    eventually(
      `${name} for ${number}`,
      () => isReleased || isShown(name) || undefined,
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
      // Otherwise the process does not reach the point.
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
}
