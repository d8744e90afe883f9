import * as z from "zod";
import { eventually } from "../e2e/wrangler-dev.ts";
import { callsOf, historyOf, toHistoryLine } from "./conversation-watch.ts";
import { PATIENCE } from "./in-time.ts";
import { judge, type Verdict } from "./judge.ts";
import { questionOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import { faultsOnTheWay, read, write, type FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/** Points in the delivery of a callback. */
export const CALLBACK: readonly FaultCase[] = faultsOnTheWay([
  write("enqueue", "storing the callback"),
  read("callback alarm", "the callback's alarm begins", {
    moments: ["before"],
  }),
  { kind: "requests", calls: ["callback"], stages: ["asked", "done"] },
  write("callback alarm", "the callback's work", { moments: ["after"] }),
]);

/**
 * Sends a quick question by HTTP with a callback: its endpoint gets it once, or
 * again with the same `webhook-id` if the delivery was not recorded. Uses the
 * new conversation `number`.
 */
export async function runCallbackFault(
  world: World,
  { fault, mayRepeat, inWindow }: FaultCase,
  number: number,
): Promise<Verdict> {
  const conversation = `webhook:faults:${number}`;
  const id = String(number);
  const message = {
    id,
    conversation: id,
    text: questionOf("quick", number),
    callback_url: `${world.callbackUrl}/${number}`,
  };
  const received = () => world.callbacksOf(number);
  const trap = await setTrap(world, fault, { number, conversation });
  const accepted = world.callApi("/v1/messages", message);
  await springThere(trap, accepted);
  await world.start();
  const follow = async (): Promise<void> => {
    await accepted;
    await eventually("the callback", () => received()[0], PATIENCE);
    await eventually(
      "the end of the callback",
      async () => {
        const deliveries = Deliveries.parse(
          await world.callApi(`/v1/messages/${id}/deliveries`),
        );
        return deliveries.status === "delivered" || undefined;
      },
      PATIENCE,
    );
    await world.callApi("/v1/messages", message);
  };
  // The judge reports what is missing.
  await follow().catch(() => {});

  const { messages } = await world.readState(conversation);
  const [first] = received();
  return judge(
    {
      sent: received().map((name) =>
        name === first ? "callback" : "callback with another id",
      ),
      calls: callsOf(world, number),
      history: messages.map(toHistoryLine),
    },
    {
      sent: ["callback"],
      history: historyOf(number, "quick", number),
      kills: 1,
      mayRepeat,
      inWindow,
    },
  );
}

const Deliveries = z.object({ status: z.string() });
