import { Hono, type Context } from "hono";
import type { DoneStep, Turn, TurnEvent } from "../../types/turn.ts";
import { toMessage } from "../api/ids.ts";
import type { streamTurn } from "../follow-turn.ts";
import { toReplyBody } from "../reply-body.ts";
import { NOT_COUNTED } from "../stream-place.ts";

/** The request that the examples send. */
export const EXAMPLE_MESSAGE = {
  conversation: "order-17",
  text: "What is 12.5% of 80.16 * 3?",
  id: "m1",
};

const STEP: DoneStep = {
  action: {
    thought: "This needs a calculation.",
    tool: "calculator",
    input: "12.5% of 80.16 * 3",
    text: "",
  },
  observation: "30.06",
  usage: {
    inputTokens: 280,
    cachedInputTokens: 0,
    outputTokens: 22,
    modelCalls: 1,
  },
  modelMs: 1_240,
  toolMs: 3,
};

export const EXAMPLE_TURN: Turn = {
  id: "m1",
  status: "delivered",
  message: toMessage({ ...EXAMPLE_MESSAGE, caller: "shop" }),
  steps: [STEP],
  reply: "12.5% of 80.16 * 3 = 30.06.",
  usage: {
    inputTokens: 600,
    cachedInputTokens: 0,
    outputTokens: 40,
    modelCalls: 2,
  },
  attempts: 1,
  acceptedAt: 1_795_000_000_000,
};

export const EXAMPLE_REPLY = toReplyBody(EXAMPLE_TURN);

async function* watch(): AsyncGenerator<TurnEvent> {
  yield { type: "step", index: 0, step: STEP };
  yield { type: "delta", offset: 0, text: "12.5% of 80.16 * 3 " };
  yield { type: "delta", offset: 19, text: "= 30.06." };
  yield { type: "end", turn: EXAMPLE_TURN };
}

/** The body with which a handler streams the turn. */
export async function streamExample(
  respond: (
    context: Context,
    streaming: Pick<Parameters<typeof streamTurn>[1], "mailbox" | "place">,
  ) => Response,
): Promise<string> {
  const app = new Hono().get("/", (context) =>
    respond(context, { mailbox: { watch }, place: NOT_COUNTED.place }),
  );
  const response = await app.request("/");
  return response.text();
}
