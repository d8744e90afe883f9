import * as z from "zod";
import { eventually } from "../e2e/wrangler-dev.ts";
import { callsOf, historyOf, toHistoryLine } from "./conversation-watch.ts";
import { inTime, PATIENCE } from "./in-time.ts";
import { judge, type Verdict } from "./judge.ts";
import { answerOf, questionOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import { faultsOnTheWay, store, write, type FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/** Points in the withdrawal of a message by HTTP that waits for another one. */
export const WITHDRAWAL: readonly FaultCase[] = faultsOnTheWay([
  { kind: "requests", calls: ["model call 1"], stages: [] },
  write("stopTurn", "marking the message"),
  store("commitTurn", "ending its turn"),
]);

/**
 * Calls `DELETE /v1/messages/{id}` for a message that waits for the long
 * question, until there is a response: the message causes no calls and no
 * history, and the long question gets its reply. Uses the new conversation
 * `number`.
 */
export async function runWithdrawal(
  world: World,
  { fault, mayRepeat }: FaultCase,
  number: number,
): Promise<Verdict> {
  const conversation = `webhook:faults:${number}`;
  const first = messageOf(number, "long", number);
  const second = messageOf(number + 1, "quick", number);
  const hold = world.hold({ number, name: "model call 1" }, "asked");
  const play = async (): Promise<void> => {
    await world.callApi("/v1/messages", first);
    await inTime("the first model call", hold.reached);
    await world.callApi("/v1/messages", second);
    await world.withdraw(second.id);
    hold.release();
  };
  const trap = await setTrap(world, fault, { number, conversation });
  const played = play();
  await springThere(trap, played);

  await world.start();
  const nameReply = async ({ id }: Message): Promise<string | undefined> => {
    const turn = Turn.parse(await world.callApi(`/v1/messages/${id}`));
    if (turn.status !== "delivered") return undefined;
    if (turn.is_stopped) return "stopped";
    const isWhole = turn.reply?.text === answerOf("long", number);
    return isWhole ? "reply" : "something else";
  };
  const sent: string[] = [];
  const follow = async (): Promise<void> => {
    await played;
    for (const message of [first, second])
      sent.push(
        await eventually("a reply", () => nameReply(message), PATIENCE),
      );
    for (const message of [second, first])
      await world.callApi("/v1/messages", message);
  };
  // The judge reports what is missing.
  await follow().catch(() => {});
  hold.release();

  const { messages } = await world.readState(conversation);
  return judge(
    {
      sent,
      calls: callsOf(world, number),
      history: messages.map(toHistoryLine),
    },
    {
      sent: ["reply", "stopped"],
      history: historyOf(number, "long", number),
      kills: 1,
      mayRepeat,
    },
  );
}

interface Message {
  readonly id: string;
  readonly conversation: string;
  readonly text: string;
}

function messageOf(
  id: number,
  question: "long" | "quick",
  number: number,
): Message {
  return {
    id: String(id),
    conversation: String(number),
    text: questionOf(question, number),
  };
}

const Turn = z.object({
  status: z.string(),
  is_stopped: z.literal(true).optional(),
  reply: z.object({ text: z.string() }).nullable(),
});
