import { MAX_ATTEMPTS } from "../../src/runtime/backoff.ts";
import { historyOf, watchConversation } from "./conversation-watch.ts";
import { judge, type Verdict } from "./judge.ts";
import { updateOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import type { FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/**
 * Sends a long question whose process is killed at the fault's point at each
 * attempt: the user gets one notice, nothing enters the history, and the next
 * question is answered. Uses the new conversation `number`.
 */
export async function runWornOut(
  world: World,
  { fault }: FaultCase,
  number: number,
): Promise<Verdict> {
  const asker = watchConversation(world, number);
  const target = { number, conversation: asker.conversation };
  const first = updateOf({ id: number * 10 + 2, number, question: "long" });
  const second = updateOf({ id: number * 10 + 1, number, question: "quick" });
  const accepted = world.post(first);
  for (let kills = 0; kills < MAX_ATTEMPTS; kills++) {
    const trap = await setTrap(world, fault, target);
    await springThere(trap, accepted);
  }

  await world.start();
  const follow = async (): Promise<void> => {
    await asker.waitForSent(["notice"]);
    await accepted;
    await world.post(second);
    await asker.waitForSent(["quick answer"]);
    await world.post(first);
    await asker.waitForRest();
  };
  await follow().catch(() => {});
  return judge(await asker.gather(), {
    sent: ["notice", "quick answer"],
    history: historyOf(number * 10 + 1, "quick", number),
    kills: MAX_ATTEMPTS - 1,
    mayRepeat: new Set(["model call 1"]),
  });
}
