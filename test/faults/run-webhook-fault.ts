import * as z from "zod";
import { eventually } from "../e2e/wrangler-dev.ts";
import { callsOf, historyOf, toHistoryLine } from "./conversation-watch.ts";
import { PATIENCE } from "./in-time.ts";
import { judge, type Verdict } from "./judge.ts";
import { answerOf, questionOf } from "./script.ts";
import { setTrap, springThere } from "./trap.ts";
import type { FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/**
 * Points that a message by HTTP also reaches: since nothing is sent, its turn
 * ends with the commit.
 */
const POINTS = /openTurn|deliver|beginAttempt|action|observation|commitTurn/;

export function isOnWebhookWay({ fault }: FaultCase): boolean {
  return fault.kind === "inside"
    ? POINTS.test(fault.point)
    : !fault.call.startsWith("part");
}

/**
 * Sends the long question by HTTP until it is accepted, then fetches its reply.
 * Uses the new conversation `number`.
 */
export async function runWebhookFault(
  world: World,
  { fault, mayRepeat }: FaultCase,
  number: number,
): Promise<Verdict> {
  const conversation = `webhook:faults:${number}`;
  const message = {
    id: String(number),
    conversation: String(number),
    text: questionOf("long", number),
  };
  const trap = await setTrap(world, fault, { number, conversation });
  const accepted = world.callApi("/v1/messages", message);
  await springThere(trap, accepted);

  await world.start();
  const findReply = async (): Promise<string | undefined> => {
    const turn = await world.callApi(`/v1/messages/${message.id}`);
    const { status, reply } = Turn.parse(turn);
    return status === "delivered" ? (reply?.text ?? "") : undefined;
  };
  const fetchReply = async (): Promise<string> => {
    await accepted;
    const reply = await eventually("the reply", findReply, PATIENCE);
    await world.callApi("/v1/messages", message);
    return reply;
  };
  const reply = await fetchReply().catch(() => undefined);
  const { messages } = await world.readState(conversation);
  const isWhole = reply === answerOf("long", number);
  return judge(
    {
      sent: reply === undefined ? [] : [isWhole ? "reply" : "something else"],
      calls: callsOf(world, number),
      history: messages.map(toHistoryLine),
    },
    {
      sent: ["reply"],
      history: historyOf(number, "long", number),
      kills: 1,
      mayRepeat,
    },
  );
}

const Turn = z.object({
  status: z.string(),
  reply: z.object({ text: z.string() }).nullable(),
});
